import { catchAsync } from '../../shared/catch-async'
import { sendResponse } from '../../shared/send-response'
import { CourseService } from './course.service'

const create = catchAsync(async (req, res) => {
  const result = await CourseService.createIntoDB(req.body) // flagged: no-unguarded-write
  sendResponse(res, 201, result)
})

const remove = catchAsync(async (req, res) => {
  sendResponse(res, 200, await CourseService.removeFromDB(req.params.id))
})

export const CourseController = { create, remove }
