import { Schema, model, type Model } from 'mongoose'
import { createGuard, type AllowPath } from 'mongoose-guard'
import { guard, type GuardedRequest } from 'mongoose-guard/web'
import { isExactly, type Equal, type Expect } from './assert.ts'

const User = model(
  'User',
  new Schema({ name: { type: String, required: true }, age: Number, address: { city: String, zip: String } }),
)
type Picked = { name: string }
const newUser = createGuard(User, { allow: ['name'] })

// The wrapped handler takes the bare request, which is what the frameworks' own checks of their routes ask for.
export const plain = guard(User, { allow: ['name'] }, async (req) => {
  isExactly<Picked>()(req.validated)
  isExactly<string | null>()(req.headers.get('x'))
  return Response.json(await User.create(req.validated))
})
export type PlainRequest = Expect<Equal<Parameters<typeof plain>[0], Request>>
export type PlainResponse = Expect<Equal<ReturnType<typeof plain>, Promise<Response>>>

// A ready guard of the core, in place of a model.
export const ready = guard(newUser, async (req) => {
  isExactly<Picked>()(req.validated)
  return Response.json(req.validated)
})
export type ReadyRequest = Expect<Equal<Parameters<typeof ready>[0], Request>>

// An answer of the application's own does not loosen the types.
export const withAnswer = guard(
  User,
  { allow: ['name'], maxBytes: 1000, onReject: (errors, request, status) => Response.json(errors, { status }) },
  async (req) => {
    isExactly<Picked>()(req.validated)
    return Response.json({})
  },
)
guard(
  User,
  // @ts-expect-error: the answer is a Response
  { allow: ['name'], onReject: (errors) => ({ errors }) },
  async () => Response.json({}),
)

// Route handlers as Next.js generates their types (16: `.next/types/validator.ts` and `routes.d.ts`).
interface NextRequest extends Request {
  readonly nextUrl: URL
}
type Params = { '/users/[id]': { id: string } }
interface RouteContext<Route extends keyof Params> {
  params: Promise<Params[Route]>
}
type RouteHandlerConfig<Route extends keyof Params = keyof Params> = {
  POST?: (
    request: NextRequest,
    context: { params: Promise<Params[Route]> },
  ) => Promise<Response | void> | Response | void
}
type Route<Module extends RouteHandlerConfig<'/users/[id]'>> = Module

export type PlainIsRoute = Route<{ POST: typeof plain }>
export type ReadyIsRoute = Route<{ POST: typeof ready }>
export const withContext = guard(User, { allow: ['name'] }, async (req, context: RouteContext<'/users/[id]'>) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()((await context.params).id)
  return Response.json({})
})
export type WithContextIsRoute = Route<{ POST: typeof withContext }>
export const unannotatedContext = guard(User, { allow: ['name'] }, async (req, context) => {
  isExactly<unknown>()(context)
  return Response.json({})
})
export type UnannotatedContextIsRoute = Route<{ POST: typeof unannotatedContext }>
export const destructured = guard(
  User,
  { allow: ['name'], partial: true },
  async (req, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params
    isExactly<{ name?: string }>()(req.validated)
    await User.findByIdAndUpdate(id, req.validated)
    return Response.json({})
  },
)
export type DestructuredIsRoute = Route<{ POST: typeof destructured }>
// The framework's own request: by the type of the constant, or annotated.
export const byConstant: (req: NextRequest, context: RouteContext<'/users/[id]'>) => Promise<Response> = guard(
  User,
  { allow: ['name'] },
  async (req, context) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.nextUrl.pathname)
    isExactly<string>()((await context.params).id)
    return Response.json({})
  },
)
export const annotated = guard(User, { allow: ['name'] }, async (req: NextRequest & { validated: Picked }) =>
  Response.json({ path: req.nextUrl.pathname, name: req.validated.name }),
)
export type AnnotatedIsRoute = Route<{ POST: typeof annotated }>
export const synchronous = guard(User, { allow: ['name'] }, (req) => new Response(req.validated.name))
export type SynchronousIsRoute = Route<{ POST: typeof synchronous }>
const data = guard(User, { allow: ['name'] }, async () => ({ saved: true }))
// @ts-expect-error: a route handler gives a Response
export type DataIsNoRoute = Route<{ POST: typeof data }>

// Events that carry a request, as in SvelteKit and Astro.
interface RequestEvent {
  request: Request
  url: URL
}
type EventHandler = (event: RequestEvent) => Response | Promise<Response>
export const byEvent: EventHandler = guard(User, { allow: ['name'] }, async (event) => {
  isExactly<Picked>()(event.validated)
  return new Response(event.url.pathname)
})
export const satisfying = guard(User, { allow: ['name'] }, async ({ validated, url }) => {
  isExactly<Picked>()(validated)
  return new Response(url.pathname)
}) satisfies EventHandler

// Actions that return data, as in React Router.
interface ActionArgs {
  request: Request
  params: Record<string, string | undefined>
}
export const action: (args: ActionArgs) => Promise<{ saved: true } | Response> = guard(
  User,
  { allow: ['name'] },
  async ({ validated, params }) => {
    isExactly<Picked>()(validated)
    isExactly<string | undefined>()(params['id'])
    return { saved: true as const }
  },
)

// Annotated with the framework's own request or event, of which the handler keeps everything.
const nameAndAge = createGuard(User, { allow: ['name', 'age'] })
const withToken = createGuard(User, { allow: ['name'], extra: { token: { type: String, required: true } } })
type Requested = GuardedRequest<typeof newUser, NextRequest>
export const requested = guard(
  User,
  { allow: ['name'] },
  async (req: Requested, context: RouteContext<'/users/[id]'>) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.nextUrl.pathname)
    isExactly<string>()((await context.params).id)
    return Response.json({})
  },
)
export type RequestedIsRoute = Route<{ POST: typeof requested }>
export const requestedReady = guard(newUser, async (req: Requested) => Response.json(req.validated))
export type RequestedRequest = Expect<Equal<Parameters<typeof requestedReady>[0], NextRequest>>
// A handler that reads less than the guard gives.
export const requestedLess = guard(nameAndAge, async (req: Requested) => Response.json(req.validated.name))
export type RequestedLessRequest = Expect<Equal<Parameters<typeof requestedLess>[0], NextRequest>>
export const requestedExtra = guard(withToken, async (req: GuardedRequest<typeof withToken, NextRequest>) => {
  isExactly<{ token: string }>()(req.extra)
  return Response.json(req.validated.name)
})
export type RequestedExtraRequest = Expect<Equal<Parameters<typeof requestedExtra>[0], NextRequest>>
async function apart(req: GuardedRequest<typeof newUser>) {
  return Response.json(await User.create(req.validated))
}
export const ofApart = guard(newUser, apart)
export type ApartRequest = Expect<Equal<Parameters<typeof ofApart>[0], Request>>
const setAge = createGuard(User, { allow: ['age'] })
// @ts-expect-error: the handler of another guard
guard(setAge, apart)
// @ts-expect-error: the guard is partial
guard(User, { allow: ['name'], partial: true }, apart)
// @ts-expect-error: a route already
guard(ofApart, apart)
// @ts-expect-error: the guard gives no extra
guard(newUser, async (req: GuardedRequest<typeof withToken>) => Response.json(req.extra))
interface ActionArguments {
  request: Request
  params: { id: string }
}
type WithAge = ActionArguments & { validated: { age: number } }
// @ts-expect-error: an annotation of one's own that reads what the guard does not give
guard(newUser, ({ validated }: WithAge) => validated.age)
// @ts-expect-error: the same, with options
guard(User, { allow: ['name'] }, ({ validated }: WithAge) => validated.age)
guard(
  nameAndAge,
  ({ validated, params }: ActionArguments & { validated: { name: string } }) => `${params.id} ${validated.name}`,
)
guard(User, { allow: ['name'] }, ({ validated }: ActionArguments & { validated: { name: string } }) => validated.name)

// React Router's generated arguments, Bun's routes, Hono's context.
interface ActionRouteArgs {
  request: Request
  params: { id: string }
}
export const typedAction = guard(
  newUser,
  async ({ validated, params }: GuardedRequest<typeof newUser, ActionRouteArgs>) => {
    isExactly<Picked>()(validated)
    isExactly<string>()(params.id)
    return { saved: true }
  },
)
export type ActionTakes = Expect<Equal<Parameters<typeof typedAction>[0], ActionRouteArgs>>
type BunRequest<Path extends string> = Request & {
  params: Record<Path extends `${string}:${infer Name}` ? Name : never, string>
}
interface BunServer {
  port: number
}
type BunRoutes<Paths extends string> = {
  [Path in Paths]: { POST: (req: BunRequest<Path>, server: BunServer) => Response | Promise<Response> }
}
export const bunRoutes: BunRoutes<'/users/:id'> = {
  '/users/:id': {
    POST: guard(User, { allow: ['name'] }, async (req, server) => {
      isExactly<Picked>()(req.validated)
      isExactly<string>()(req.params.id)
      return Response.json(server.port)
    }),
  },
}
interface HonoContext {
  req: { raw: Request }
  json(value: unknown): Response
}
export const hono = (context: HonoContext) =>
  guard(newUser, async (req) => {
    isExactly<Picked>()(req.validated)
    return context.json(req.validated)
  })(context.req.raw)

// Workers: three arguments.
export const worker = {
  fetch: guard(User, { allow: ['name'] }, async (req, env: { DB: string }, context: { waitUntil(): void }) => {
    isExactly<Picked>()(req.validated)
    context.waitUntil()
    return new Response(env.DB)
  }),
}

// @ts-expect-error: a wrong entry
guard(User, { allow: ['nme'] }, async () => Response.json({}))
// @ts-expect-error: reads what the route does not allow
guard(User, { allow: ['name'] }, async (req) => Response.json({ age: req.validated.age }))
// @ts-expect-error: no handler
guard(User, { allow: ['name'] })
// @ts-expect-error: no handler
guard(newUser)
// @ts-expect-error: a handler that takes no request
guard(User, { allow: ['name'] }, (count: number) => new Response(String(count)))

// any
export const ofAny = guard({} as any, { allow: ['what.ever'] }, (req) => {
  isExactly<{ [key: string]: unknown }>()(req.validated)
  return new Response()
})

// A model that is a parameter: the options, and not the handler, say what the route lets through.
export function crud<T>(model: Model<T>, allow: AllowPath<Model<T>>[]) {
  return [
    guard(model, { allow }, (req) => Response.json(req.validated)),
    guard(model, { allow, partial: true }, (req, context: { params: { id: string } }) => Response.json(req.validated)),
  ]
}
