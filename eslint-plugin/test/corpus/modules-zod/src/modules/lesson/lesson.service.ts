import { Lesson } from './lesson.model'

const createIntoDB = async (payload: unknown) => {
  const result = await Lesson.create(payload)
  return result
}

const removeFromDB = async (id: string) => Lesson.findByIdAndUpdate(id, { isDeleted: true }, { new: true })

export const LessonService = { createIntoDB, removeFromDB }
