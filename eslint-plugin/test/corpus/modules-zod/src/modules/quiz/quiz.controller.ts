import { catchAsync } from '../../shared/catch-async'
import { sendResponse } from '../../shared/send-response'
import { QuizService } from './quiz.service'

const create = catchAsync(async (req, res) => {
  const result = await QuizService.createIntoDB(req.body)
  sendResponse(res, 201, result)
})

const remove = catchAsync(async (req, res) => {
  sendResponse(res, 200, await QuizService.removeFromDB(req.params.id))
})

export const QuizController = { create, remove }
