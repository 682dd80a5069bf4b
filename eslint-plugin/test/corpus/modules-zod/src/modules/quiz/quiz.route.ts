import express from 'express'
import { parseRequest } from '../../shared/validate-request'
import { QuizController } from './quiz.controller'
import { newQuiz } from './quiz.validation'

const router = express.Router()
router.post('/', parseRequest(newQuiz), QuizController.create)
router.delete('/:id', QuizController.remove)

export const QuizRoutes = router
