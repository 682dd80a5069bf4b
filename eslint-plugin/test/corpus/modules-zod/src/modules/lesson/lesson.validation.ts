import { z } from 'zod'

export const newLesson = z.object({ body: z.object({ title: z.string() }).strict() })
