'use server'

import Event from '@/models/Event'

export async function createEvent(data) {
  await Event.create(data) // flagged: no-unguarded-write
}

export async function createFromForm(form: FormData) {
  await Event.create(Object.fromEntries(form)) // flagged: no-unguarded-write
}

export async function closeEvent(id: string) {
  await Event.findByIdAndUpdate(id, { seats: 0 }) // flagged: no-unguarded-filter
}
