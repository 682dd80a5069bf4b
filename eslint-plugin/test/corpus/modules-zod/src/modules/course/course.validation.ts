import { z } from 'zod'

export const newCourse = z.object({ body: z.object({ title: z.string() }) })
