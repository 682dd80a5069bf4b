// The errors that users meet most. Below each wrong line stands where the error is and what it says; `messages.mjs`
// compares them with each compiler's own words.
import express, { type Request, type RequestHandler } from 'express'
import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import { guard, type GuardedHandler } from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'

const User = model(
  'User',
  new Schema({
    name: { type: String, required: true },
    age: Number,
    tags: [String],
    scores: { type: Map, of: Number },
    address: { city: String, zip: String },
    posts: [{ title: String }],
  }),
)
const app = express()
const strings: string[] = ['name']

// 1. A wrong entry: at the entry, with what may stand there.
createGuard(User, { allow: ['name', 'nme'] })
//=> 'nme' TS2820: Type '"nme"' is not assignable to type '"__v" | "_id" | "name" | "age" | "tags" | "scores" | "address" | "posts"'. Did you mean '"name"'?
guard(User, { allow: ['address.cty', 'name'] })
//=> 'address.cty' TS2820: Type '"address.cty"' is not assignable to type '"address.city" | "address.zip"'. Did you mean '"address.city"'?
guard(User, { allow: ['tags.0', 'scores.math'] })
//=> 'tags.0' TS2322: Type '"tags.0"' is not assignable to type '"tags"'.
//=> 'scores.math' TS2322: Type '"scores.math"' is not assignable to type '"scores"'.
guard(User, { allow: ['posts.0.title'] })
//=> 'posts.0.title' TS2820: Type '"posts.0.title"' is not assignable to type '"posts._id" | "posts.title"'. Did you mean '"posts.title"'?
guard(User, { allow: strings })
//=> allow TS2322: Type 'string[]' is not assignable to type 'readonly "Give the list `as const`, or type it AllowPath<typeof User>[]"[]'.

// 2. The body, read after a guard.
app.post('/users', guard(User, { allow: ['name'] }), (req) => req.body.name)
//=> name TS2339: Property 'name' does not exist on type 'BodyIsGuarded_ReadReqValidatedInstead<{ name: string; }>'.
app.post('/users', guard(User, { allow: ['name'] }), (req) => ((name: string) => name)(req.body))
//=> req.body TS2345: Argument of type 'BodyIsGuarded_ReadReqValidatedInstead<{ name: string; }>' is not assignable to parameter of type 'string'.

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
//=> 'User' TS2345: Argument of type 'string' is not assignable to parameter of type 'AnySource'.

// A type of a guard, asked of something else.
export type OfHandler = Validated<RequestHandler>
//=> RequestHandler TS2344: Type 'RequestHandler<ParamsDictionary, any, any, ParsedQs, Record<string, any>>' does not satisfy the constraint 'GuardOrMiddleware'.

// Two guards, and the handler of another guard: Express has several signatures, of which the compiler speaks first.
const createUser = guard(User, { allow: ['name'] })
const setAge = guard(User, { allow: ['age'] })
const create: GuardedHandler<typeof createUser> = (req, res) => res.json(req.validated.name)
app.post('/users', createUser, setAge)
//=> setAge TS2769: No overload matches this call.
app.post('/users', setAge, create)
//=> create TS2769: No overload matches this call.
