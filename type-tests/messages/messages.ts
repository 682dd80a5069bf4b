// The errors that users meet most. Below each wrong line stands where the error is and what it says; `messages.mjs`
// compares them with each compiler's own words.
import express, { type Request } from 'express'
import { Schema, model } from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'

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
//=> allow TS2322: Type 'string[]' is not assignable to type 'readonly ("__v" | "_id" | "name" | "age" | "tags" | "scores" | "address" | "posts")[]'.

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
//=> partal TS2561: Object literal may only specify known properties, but 'partal' does not exist in type '{ allow: readonly ["name"]; } & RouteOptions<false, false, RulesOption<{ name: string; tags?: string[] | undefined; posts?: { title?: string | undefined; _id?: string | undefined; }[] | undefined; age?: number | undefined; scores?: { ...; } | undefined; address?: { ...; } | undefined; __v?: number | undefined; _id?:...'. Did you mean to write 'partial'?
