import { Quiz } from './quiz.model'

const createIntoDB = async (payload: unknown) => {
  const result = await Quiz.create(payload)
  return result
}

const removeFromDB = async (id: string) => Quiz.findByIdAndUpdate(id, { isDeleted: true }, { new: true })

export const QuizService = { createIntoDB, removeFromDB }
