import express from 'express'
import { checkRequest } from '../../shared/validate-request'
import { LessonController } from './lesson.controller'
import { newLesson } from './lesson.validation'

const router = express.Router()
router.post('/', checkRequest(newLesson), LessonController.create)
router.delete('/:id', LessonController.remove)

export const LessonRoutes = router
