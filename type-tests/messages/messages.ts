// The errors that users meet most. Below each wrong line stands where the error is and what it says; `messages.mjs`
// compares them with each compiler's own words.
import express, { type Request, type RequestHandler, type Response as ExpressResponse } from 'express'
import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import { guard, guardBy, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'
import { guard as guardRoute, type GuardedRequest as GuardedWebRequest } from 'mongoose-guard/web'

const User = model(
  'User',
  new Schema({
    name: { type: String, required: true },
    age: Number,
    tags: [String],
    scores: { type: Map, of: Number },
    address: { city: String, zip: String },
    posts: [{ title: String }],
    settings: Schema.Types.Mixed,
  }),
)
const app = express()
const strings: string[] = ['name']
const newUser = createGuard(User, { allow: ['name'] })
const signUp = guard(User, { allow: ['name'], extra: { captcha: { type: String, required: true } } })

// 1. A wrong entry: at the entry, with what may stand there.
createGuard(User, { allow: ['name', 'nme'] })
//=> 'nme' TS2820: Type '"nme"' is not assignable to type '"__v" | "_id" | "name" | "age" | "tags" | "scores" | "address" | "posts" | "settings"'. Did you mean '"name"'?
guard(User, { allow: ['address.cty', 'name'] })
//=> 'address.cty' TS2820: Type '"address.cty"' is not assignable to type '"address.city" | "address.zip"'. Did you mean '"address.city"'?
guard(User, { allow: ['tags.0'] })
//=> 'tags.0' TS2322: Type '"tags.0"' is not assignable to type '"tags"'.
guard(User, { allow: ['scores.math', 'settings.theme.dark'] })
//=> 'scores.math' TS2322: Type '"scores.math"' is not assignable to type '"scores"'.
//=> 'settings.theme.dark' TS2322: Type '"settings.theme.dark"' is not assignable to type '"settings"'.
guard(User, { allow: ['posts.0.title'] })
//=> 'posts.0.title' TS2820: Type '"posts.0.title"' is not assignable to type '"posts._id" | "posts.title"'. Did you mean '"posts.title"'?
guard(User, { allow: 'name' })
//=> allow TS2322: Type 'string' is not assignable to type 'readonly ["Give a list, as in ['name']"]'.
guard(User, { allow: { name: true } })
//=> name TS2353: Object literal may only specify known properties, and 'name' does not exist in type 'readonly ["Give a list, as in ['name']"]'.
guard(User, { allow: true })
//=> allow TS2322: Type 'boolean' is not assignable to type 'readonly ["Give a list, as in ['name']"]'.
guard(User, { allow: strings })
//=> allow TS2322: Type 'string[]' is not assignable to type 'readonly "Give the list `as const`, or type it AllowPath<typeof User>[]"[]'.
guard(User, { allow: ['name', '-age'] })
//=> '-age' TS2322: Type '"-age"' is not assignable to type '"Name each path that may be set: nothing is excluded, and there are no wildcards"'.
guard(User, { allow: ['*'] })
//=> '*' TS2322: Type '"*"' is not assignable to type '"Name each path that may be set: nothing is excluded, and there are no wildcards"'.
guard(User, { allow: ['name', { address: ['city'] }] })
//=> { TS2322: Type '{ address: string[]; }' is not assignable to type '"Give each path as a text, as in 'address.city'"'.

// 2. The body, read after a guard.
app.post('/users', guard(User, { allow: ['name'] }), (req) => req.body.name)
//=> name TS2339: Property 'name' does not exist on type 'BodyIsGuarded_ReadReqValidatedInstead<{ name: string; }>'.
app.post('/users', guard(User, { allow: ['name'] }), (req) => ((name: string) => name)(req.body))
//=> req.body TS2345: Argument of type 'BodyIsGuarded_ReadReqValidatedInstead<{ name: string; }>' is not assignable to parameter of type 'string'.
app.post('/users', signUp, (req) => req.body.captcha)
//=> captcha TS2339: Property 'captcha' does not exist on type 'BodyIsGuarded_ReadReqValidatedAndReqExtraInstead<{ name: string; }, { captcha: string; }>'.
app.patch('/users', guard(User, { allow: ['name'] }), (req) => ({ ...req.body }))
//=> ...req.body TS2698: Spread types may only be created from object types.

// 3. `req.validated` where the compiler sees no guard, or of a field that the route does not allow.
app.post('/free', (req) => req.validated.name)
//=> req.validated TS18046: 'req.validated' is of type 'unknown'.
app.post('/users', guard(User, { allow: ['name'] }), (req: Request) => req.validated.name)
//=> req.validated TS18046: 'req.validated' is of type 'unknown'.
app.post('/users', guard(User, { allow: ['name'] }), (req) => req.validated.age)
//=> age TS2339: Property 'age' does not exist on type '{ name: string; }'.

// A misspelt option.
guard(User, { allow: ['name'], partal: true })
//=> partal TS2561: Object literal may only specify known properties, but 'partal' does not exist in type '{ allow: readonly ["name"]; } & RouteOptions<false, false, …. Did you mean to write 'partial'?

// Options that are missing, a guard that has them already, a handler too many.
guard(User)
//=> guard(User) TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"The options are missing: guard(User, { allow: [...] })"'.
createGuard(User)
//=> createGuard(User) TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"The options are missing: createGuard(User, { allow: [...] })"'.
guardRoute(User, () => new Response())
//=> guardRoute(User, TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"Options or handler are missing: guard(User, { allow: [...] }, handler)"'.
guardRoute(User, { allow: ['name'] })
//=> guardRoute(User, TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"Options or handler are missing: guard(User, { allow: [...] }, handler)"'.
guard(User, { allow: ['name'] }, () => undefined)
//=> () TS2554: Expected 1-2 arguments, but got 3.
guard('User', { allow: ['name'] })
//=> 'User' TS2345: Argument of type 'string' is not assignable to parameter of type 'ModelOrSchema'.

// What `new Schema()` takes, and what a guard by its place would have.
guard({ name: String }, { allow: ['name'] })
//=> name TS2353: Object literal may only specify known properties, and 'name' does not exist in type 'ModelOrSchema'.
guard(User, ['name'])
//=> ['name'] TS2345: Argument of type 'string[]' is not assignable to parameter of type '{ allow: any; } & RouteOptions<…
guard(User, { fields: ['name'] })
//=> fields TS2353: Object literal may only specify known properties, and 'fields' does not exist in type '{ allow: any; } & RouteOptions<…

// The options of a route.
guard(User, { allow: ['name'], rules: { age: { min: 1 } } })
//=> age TS2322: Type '{ min: number; }' is not assignable to type '{ readonly required?: unknown; } & "'age' is not in `allow`" & { readonly allowNull?: unknown; }'.
guard(User, { allow: ['address'], rules: { 'address.cty': { minlength: 1 } } })
//=> 'address.cty' TS2322: Type '{ minlength: number; }' is not assignable to type '{ readonly required?: unknown; } & "'address.cty' is not in the schema" & { readonly allowNull?: unknown; }'.
guard(User, { allow: ['age'], check: ({ age }) => age === 1 })
//=> check TS2322: Type '({ age }: { age?: number | undefined; }) => boolean' is not assignable to type 'RouteCheck<{ age?: number | undefined; }, …
guard(User, { allow: ['age'], check: () => 'Too young' })
//=> check TS2322: Type '() => string' is not assignable to type 'RouteCheck<{ age?: number | undefined; }, …
guard(User, { allow: ['name'], each: 5 })
//=> each TS2322: Type 'number' is not assignable to type 'EachOption | undefined'.
guard(User, { allow: ['name'], ignore: 'role' })
//=> ignore TS2322: Type 'string' is not assignable to type 'readonly string[]'.

// What a partial guard lets through, where all of it is wanted.
const rename = guard(User, { allow: ['name'], partial: true })
app.patch('/users', rename, (req) => ((name: string) => name)(req.validated.name))
//=> req.validated.name TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.

// A type of a guard, asked of something else.
export type OfHandler = Validated<RequestHandler>
//=> RequestHandler TS2344: Type 'RequestHandler<ParamsDictionary, any, any, ParsedQs, Record<string, any>>' does not satisfy the constraint 'GuardOrMiddleware'.
export type HandlerOfModel = GuardedHandler<typeof User>
//=> typeof TS2344: Type 'Model<…' does not satisfy the constraint 'GuardOrMiddleware'.

// Two guards, and the handler of another guard: Express has several signatures, of which the compiler speaks first.
const createUser = guard(User, { allow: ['name'] })
const setAge = guard(User, { allow: ['age'] })
const create: GuardedHandler<typeof createUser> = (req, res) => res.json(req.validated.name)
app.post('/users', createUser, setAge)
//=> setAge TS2769: No overload matches this call.
//    Argument of type 'GuardMiddleware<{ age?: number | undefined; }>' is not assignable to …BodyIsGuarded_ReadReqValidatedInstead<{ name: string; }>, ParsedQs, Record<string, any>>'.
app.post('/users', setAge, create)
//=> create TS2769: No overload matches this call.
//    Argument of type 'GuardedHandler<GuardMiddleware<{ name: string; }>, ParamsDictionary>' is not assignable to …BodyIsGuarded_ReadReqValidatedInstead<{ age?: number | undefined; }>, ParsedQs, Record<...>>'.
app.post('/users', createGuard(User, { allow: ['name'] }), () => undefined)
//=> createGuard(User, TS2769: No overload matches this call.
//    Argument of type 'Guard<{ name: string; }>' is not assignable to …RequestHandlerParams<ParamsDictionary, any, any, ParsedQs, Record<string, any>>'.

// The function that makes guards, in place of a guard.
app.post('/users', guard)
//=> guard TS2769: No overload matches this call.
//    Type 'ExpressGuard<false>' is missing the following properties from type 'Application<Record<string, any>>': …
app.route('/users').post(guard, () => undefined)
//=> guard TS2769: No overload matches this call.
//    Argument of type 'ExpressGuard<false>' is not assignable to …RequestHandlerParams<ParamsDictionary, any, any, ParsedQs, Record<string, any>>'.

// A guard that was made already, and what an adapter made of one.
guard(createUser)
//=> guard(createUser) TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"This is a guarded route already: give the guard, or the model and its options"'.
guardRoute(createUser, () => new Response())
//=> guardRoute(createUser, TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"This is a guarded route already: give the guard, or the model and its options"'.
guard(createUser, { allow: ['name'] })
//=> createUser TS2345: Argument of type 'GuardMiddleware<{ name: string; }>' is not assignable to parameter of type 'ModelOrSchema'.
guard(newUser, { onReject: () => undefined })
//=> newUser TS2345: Argument of type 'Guard<{ name: string; }>' is not assignable to parameter of type 'ModelOrSchema'.
guardBy((req) => req.get('x-role'), { admin: createUser })
//=> admin TS2740: Type 'GuardMiddleware<{ name: string; }>' is missing the following properties from type 'Guard<unknown>': …
guard(async () => User)
//=> async TS2345: Argument of type '() => Promise<…' is not assignable to parameter of type 'GuardOrModelOrSchema'.

// A handler of another guard, where Express has several signatures.
const annotated = (req: GuardedRequest<typeof createUser>, res: ExpressResponse) => res.json(req.validated.name)
app.post('/users', setAge, annotated)
//=> annotated TS2769: No overload matches this call.
//    Argument of type '(req: GuardedRequest<typeof createUser>, …BodyIsGuarded_ReadReqValidatedInstead<{ age?: number | undefined; }>, ParsedQs, Record<...>>'.
app.use(setAge, create)
//=> setAge TS2769: No overload matches this call.
//    Argument of type 'GuardMiddleware<{ age?: number | undefined; }>' is not assignable to parameter of type 'PathParams'.

// A web handler without its handler, and with that of another guard.
guardRoute(newUser)
//=> guardRoute TS2554: Expected 2-3 arguments, but got 1.
const ageOnly = createGuard(User, { allow: ['age'] })
guardRoute(ageOnly, (request: globalThis.Request & { validated: { name: string } }) => new Response())
//=> guardRoute(ageOnly, TS2684: The 'this' context of type 'void' is not assignable to method's 'this' of type '"The handler reads what this guard does not give: annotate it with GuardedRequest<typeof thisGuard>"'.
guardRoute(ageOnly, (request: GuardedWebRequest<typeof newUser>) => new Response(request.validated.name))
//=> (request: TS2345: Argument of type '(request: GuardedWebRequest<typeof newUser>) => Response' is not assignable to parameter of type …
