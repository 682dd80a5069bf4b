import { z } from 'zod'

export const newQuiz = z.object({ title: z.string() })
