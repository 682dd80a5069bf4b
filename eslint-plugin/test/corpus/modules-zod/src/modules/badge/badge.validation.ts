import { z } from 'zod'

export const newBadge = z.object({ title: z.string() })
