/** The error format of the routes: messages by path. */
export type Problems = Record<string, string[]>

export function answerInvalid(problems: Problems): Response {
  return Response.json({ ok: false, problems }, { status: 400 })
}

/** What `useActionState` has after an action. */
export type ActionState = { ok: true; message: string } | { ok: false; problems: Problems } | undefined
