import { Badge } from './badge.model'

const createIntoDB = async (payload: unknown) => {
  const result = await Badge.create(payload)
  return result
}

const removeFromDB = async (id: string) => Badge.findByIdAndUpdate(id, { isDeleted: true }, { new: true })

export const BadgeService = { createIntoDB, removeFromDB }
