import type { Request } from 'express'

export const logRequest = (req: Request) => console.log(req.method, req.url)
export const logBody = (req: Request) => console.log(JSON.stringify(req.body))
