import { catchAsync } from '../../shared/catch-async'
import { sendResponse } from '../../shared/send-response'
import { BadgeService } from './badge.service'

const create = catchAsync(async (req, res) => {
  const result = await BadgeService.createIntoDB(req.body)
  sendResponse(res, 201, result)
})

const remove = catchAsync(async (req, res) => {
  sendResponse(res, 200, await BadgeService.removeFromDB(req.params.id))
})

export const BadgeController = { create, remove }
