import { Course } from './course.model'

const createIntoDB = async (payload: unknown) => {
  const result = await Course.create(payload)
  return result
}

const removeFromDB = async (id: string) => Course.findByIdAndUpdate(id, { isDeleted: true }, { new: true })

export const CourseService = { createIntoDB, removeFromDB }
