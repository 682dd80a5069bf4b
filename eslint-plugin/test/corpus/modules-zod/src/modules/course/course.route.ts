import express from 'express'
import { checkRequest } from '../../shared/validate-request'
import { CourseController } from './course.controller'
import { newCourse } from './course.validation'

const router = express.Router()
router.post('/', checkRequest(newCourse), CourseController.create)
router.delete('/:id', CourseController.remove)

export const CourseRoutes = router
