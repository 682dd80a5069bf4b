import { catchAsync } from '../../shared/catch-async'
import { sendResponse } from '../../shared/send-response'
import { LessonService } from './lesson.service'

const create = catchAsync(async (req, res) => {
  const result = await LessonService.createIntoDB(req.body)
  sendResponse(res, 201, result)
})

const remove = catchAsync(async (req, res) => {
  sendResponse(res, 200, await LessonService.removeFromDB(req.params.id))
})

export const LessonController = { create, remove }
