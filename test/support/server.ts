import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express5 from 'express'
import express4 from 'express4'

export type Handler = (req: Request, res: Response, next: (error?: unknown) => void) => unknown

/** What these tests use of a request; the two majors of Express agree on it. */
export interface Request {
  body: unknown
  validated: Record<string, unknown>
  params: Record<string, string>
}

export interface Response {
  status: (code: number) => Response
  json: (value: unknown) => Response
  write: (chunk: string) => boolean
  end: (chunk: string) => unknown
  headersSent: boolean
}

export interface App {
  use: (...handlers: unknown[]) => unknown
  post: (path: string, ...handlers: Handler[]) => unknown
  patch: (path: string, ...handlers: Handler[]) => unknown
}

export interface Express {
  (): App
  json: (options?: object) => Handler
  text: (options?: object) => Handler
  raw: (options?: object) => Handler
  urlencoded: (options?: object) => Handler
}

export const expressVersions = [
  { version: 4, express: express4 as unknown as Express },
  { version: 5, express: express5 as unknown as Express },
]

export interface Answer {
  status: number
  type: string | null
  body: unknown
}

/** Runs `use` against `app` on a free port of this machine, and closes the port whatever happens. */
export async function withServer<Result>(app: App, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = await new Promise<Server>((resolve) => {
    const listening = (app as unknown as { listen: (port: number, host: string, done: () => void) => Server }).listen(
      0,
      '127.0.0.1',
      () => {
        resolve(listening)
      },
    )
  })
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** One request to `app`, and its answer. */
export async function request(app: App, path: string, init: RequestInit): Promise<Answer> {
  return withServer(app, async (url) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(60_000), ...init })
    const text = await response.text()
    const type = response.headers.get('content-type')
    return {
      status: response.status,
      type,
      body: type?.includes('json') === true ? (JSON.parse(text) as unknown) : text,
    }
  })
}

/** Sends `body` as JSON. */
export async function send(app: App, method: string, path: string, body: unknown): Promise<Answer> {
  return request(app, path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
