import 'reflect-metadata'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { type } from 'arktype'
import { plainToInstance, Type as Nested } from 'class-transformer'
import * as cv from 'class-validator'
import { checkExact, checkSchema, matchedData, validationResult } from 'express-validator'
import Joi from 'joi'
import mongoose from 'mongoose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import * as v from 'valibot'
import * as yup from 'yup'
import * as z from 'zod'
import { hex24, instant, leastLength, mapValues } from './fields.mjs'

mongoose.set('autoIndex', false)
mongoose.set('autoCreate', false)
process.removeAllListeners('warning')
process.on('warning', () => {})

// --- Mongoose, and the guard on top of it

const { Schema } = mongoose
const mongooseTypes = { text: String, number: Number, boolean: Boolean, date: Date, id: Schema.Types.ObjectId }

function mongooseField({ kind, fields, of, values, pattern, min, max, check, required }) {
  if (kind === 'object') return mapValues(fields, mongooseField)
  if (kind === 'list') {
    const type = [of.kind === 'object' ? mongooseSchema(of.fields, { _id: false }) : mongooseField(of)]
    return check === undefined ? type : { type, validate: check }
  }
  const [least, most] = kind === 'text' ? ['minlength', 'maxlength'] : ['min', 'max']
  const rules = { required, enum: values, match: pattern, [least]: min, [most]: max, validate: check }
  const given = Object.entries(rules).filter(([, rule]) => rule !== undefined)
  return { type: mongooseTypes[kind], ...Object.fromEntries(given) }
}

function mongooseSchema(fields, options) {
  return new Schema(mapValues(fields, mongooseField), options)
}

let models = 0

/** `strict: 'throw'`, because a Mongoose that drops unknown keys without a word has another verdict. */
export function mongooseModel({ fields }) {
  return mongoose.model(`Bench${++models}`, mongooseSchema(fields, { strict: 'throw' }))
}

// --- ajv

function ajvSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const own = check === undefined ? {} : { check }
  switch (kind) {
    case 'text':
      return {
        type: 'string',
        minLength: leastLength({ min, ...rules }),
        maxLength: max,
        pattern: pattern?.source,
        enum: values,
        ...own,
      }
    case 'number':
      return { type: 'number', minimum: min, maximum: max, ...own }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'id':
      return { type: 'string', pattern: hex24.source }
    case 'list':
      return { type: 'array', items: ajvSchema(of) }
    case 'object':
      return {
        type: 'object',
        additionalProperties: false,
        properties: mapValues(fields, ajvSchema),
        required: Object.keys(fields).filter((key) => fields[key].required),
      }
  }
}

/** Drops `undefined`, which ajv takes for a schema of its own. */
const defined = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.map(([key, one]) => [key, key === 'enum' ? one : defined(one)]))
}

export function ajvCheck({ fields }) {
  const ajv = new Ajv({ allErrors: true, strict: false, unicode: false, unicodeRegExp: false, logger: false })
  addFormats(ajv, { mode: 'fast' })
  ajv.addKeyword({ keyword: 'check', compile: (check) => (value) => check(value) })
  return ajv.compile(defined(ajvSchema({ kind: 'object', fields })))
}

// --- typebox

Format.Set('instant', (value) => instant.test(value))

function typeboxSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const schema = () => {
    switch (kind) {
      case 'text':
        if (values !== undefined) return Type.Union(values.map((value) => Type.Literal(value)))
        return Type.String(
          defined({ minLength: leastLength({ min, ...rules }), maxLength: max, pattern: pattern?.source }),
        )
      case 'number':
        return Type.Number(defined({ minimum: min, maximum: max }))
      case 'boolean':
        return Type.Boolean()
      case 'date':
        return Type.String({ format: 'instant' })
      case 'id':
        return Type.String({ pattern: hex24.source })
      case 'list':
        return Type.Array(typeboxSchema({ ...of, required: true }))
      case 'object':
        return Type.Object(mapValues(fields, typeboxSchema), { additionalProperties: false })
    }
  }
  const built = check === undefined ? schema() : Type.Refine(schema(), check)
  return rules.required ? built : Type.Optional(built)
}

// --- zod

function zodSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const schema = () => {
    switch (kind) {
      case 'text': {
        if (values !== undefined) return z.enum(values)
        let string = z.string()
        const least = leastLength({ min, ...rules })
        if (least !== undefined) string = string.min(least)
        if (max !== undefined) string = string.max(max)
        return pattern === undefined ? string : string.regex(pattern)
      }
      case 'number': {
        let built = z.number()
        if (min !== undefined) built = built.min(min)
        return max === undefined ? built : built.max(max)
      }
      case 'boolean':
        return z.boolean()
      case 'date':
        return z.iso.datetime()
      case 'id':
        return z.string().regex(hex24)
      case 'list':
        return z.array(zodSchema({ ...of, required: true }))
      case 'object':
        return z.strictObject(mapValues(fields, zodSchema))
    }
  }
  const built = check === undefined ? schema() : schema().refine(check)
  return rules.required ? built : built.optional()
}

// --- valibot

function valibotSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const own = check === undefined ? [] : [v.check(check)]
  const schema = () => {
    switch (kind) {
      case 'text': {
        if (values !== undefined) return v.picklist(values)
        const least = leastLength({ min, ...rules })
        const actions = [
          ...(least === undefined ? [] : [v.minLength(least)]),
          ...(max === undefined ? [] : [v.maxLength(max)]),
          ...(pattern === undefined ? [] : [v.regex(pattern)]),
          ...own,
        ]
        return actions.length > 0 ? v.pipe(v.string(), ...actions) : v.string()
      }
      case 'number': {
        const actions = [
          ...(min === undefined ? [] : [v.minValue(min)]),
          ...(max === undefined ? [] : [v.maxValue(max)]),
          ...own,
        ]
        return actions.length > 0 ? v.pipe(v.number(), ...actions) : v.number()
      }
      case 'boolean':
        return v.boolean()
      case 'date':
        return v.pipe(v.string(), v.isoTimestamp())
      case 'id':
        return v.pipe(v.string(), v.regex(hex24))
      case 'list':
        return v.array(valibotSchema({ ...of, required: true }))
      case 'object':
        return v.strictObject(mapValues(fields, valibotSchema))
    }
  }
  return rules.required ? schema() : v.optional(schema())
}

// --- arktype

function arktypeSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const schema = () => {
    switch (kind) {
      case 'text': {
        if (values !== undefined) return type.enumerated(...values)
        let string = type.string
        const least = leastLength({ min, ...rules })
        if (least !== undefined) string = string.atLeastLength(least)
        if (max !== undefined) string = string.atMostLength(max)
        return pattern === undefined ? string : string.matching(pattern)
      }
      case 'number': {
        let built = type.number
        if (min !== undefined) built = built.atLeast(min)
        return max === undefined ? built : built.atMost(max)
      }
      case 'boolean':
        return type.boolean
      case 'date':
        return type.string.matching(instant)
      case 'id':
        return type.string.matching(hex24)
      case 'list':
        return arktypeSchema(of).array()
      case 'object': {
        const keys = Object.entries(fields).map(([key, field]) => [
          field.required ? key : `${key}?`,
          arktypeSchema(field),
        ])
        return type({ '+': 'reject', ...Object.fromEntries(keys) })
      }
    }
  }
  return check === undefined ? schema() : schema().narrow(check)
}

// --- joi

function joiSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const schema = () => {
    switch (kind) {
      case 'text': {
        if (values !== undefined) return Joi.string().valid(...values)
        let string = rules.required || (min ?? 0) > 0 ? Joi.string() : Joi.string().allow('')
        if (min !== undefined) string = string.min(min)
        if (max !== undefined) string = string.max(max)
        return pattern === undefined ? string : string.pattern(pattern)
      }
      case 'number': {
        let built = Joi.number()
        if (min !== undefined) built = built.min(min)
        return max === undefined ? built : built.max(max)
      }
      case 'boolean':
        return Joi.boolean()
      case 'date':
        return Joi.string().pattern(instant)
      case 'id':
        return Joi.string().pattern(hex24)
      case 'list':
        return Joi.array().items(joiSchema({ ...of, required: false }))
      case 'object':
        return Joi.object(mapValues(fields, joiSchema))
    }
  }
  const built =
    check === undefined
      ? schema()
      : schema().custom((value, { error }) => (check(value) ? value : error('any.invalid')))
  return rules.required ? built.required() : built
}

// --- yup

function yupSchema({ kind, fields, of, values, pattern, min, max, check, ...rules }) {
  const schema = () => {
    switch (kind) {
      case 'text': {
        let string = yup.string()
        if (values !== undefined) return string.oneOf(values)
        if (min !== undefined) string = string.min(min)
        if (max !== undefined) string = string.max(max)
        return pattern === undefined ? string : string.matches(pattern)
      }
      case 'number': {
        let built = yup.number()
        if (min !== undefined) built = built.min(min)
        return max === undefined ? built : built.max(max)
      }
      case 'boolean':
        return yup.boolean()
      case 'date':
        return yup.string().matches(instant)
      case 'id':
        return yup.string().matches(hex24)
      case 'list':
        return yup.array().of(yupSchema({ ...of, required: false }))
      case 'object':
        return yup.object(mapValues(fields, yupSchema)).noUnknown().strict()
    }
  }
  const built = check === undefined ? schema() : schema().test((value) => value === undefined || check(value))
  return rules.required && kind !== 'object' ? built.required() : built
}

// --- class-validator

const decorate = (constructor, key, decorators) => {
  for (const decorator of decorators) decorator(constructor.prototype, key)
}

function classDecorators({ kind, fields, of, values, pattern, min, max, check, ...rules }, each = false) {
  const options = { each }
  const own =
    check === undefined ? [] : [cv.ValidateBy({ name: 'own', validator: { validate: (value) => check(value) } })]
  const decorators = () => {
    switch (kind) {
      case 'text': {
        if (values !== undefined) return [cv.IsIn(values, options)]
        const least = leastLength({ min, ...rules })
        return [
          cv.IsString(options),
          ...(least === undefined ? [] : [cv.MinLength(least, options)]),
          ...(max === undefined ? [] : [cv.MaxLength(max, options)]),
          ...(pattern === undefined ? [] : [cv.Matches(pattern, options)]),
          ...own,
        ]
      }
      case 'number':
        return [
          cv.IsNumber({}, options),
          ...(min === undefined ? [] : [cv.Min(min, options)]),
          ...(max === undefined ? [] : [cv.Max(max, options)]),
          ...own,
        ]
      case 'boolean':
        return [cv.IsBoolean(options)]
      case 'date':
        return [cv.IsString(options), cv.Matches(instant, options)]
      case 'id':
        return [cv.IsString(options), cv.Matches(hex24, options)]
      case 'list':
        if (of.kind !== 'object') return [cv.IsArray(), ...classDecorators({ ...of, required: true }, true)]
        return [cv.IsArray(), cv.ValidateNested({ each: true }), Nested(constant(classOf(of.fields)))]
      case 'object':
        return [cv.IsObject(), cv.ValidateNested(), Nested(constant(classOf(fields)))]
    }
  }
  return rules.required ? decorators() : [cv.IsOptional(), ...decorators()]
}

const constant = (value) => () => value

function classOf(fields) {
  class Body {}
  for (const [key, field] of Object.entries(fields)) decorate(Body, key, classDecorators(field))
  return Body
}

// --- express-validator

function expressFields(fields, prefix = '') {
  return Object.assign({}, ...Object.entries(fields).map(([key, field]) => expressField(field, prefix + key)))
}

function expressField({ kind, fields, of, values, pattern, min, max, check, ...rules }, path) {
  const optional = rules.required ? {} : { optional: true }
  const own = check === undefined ? {} : { custom: { options: check } }
  const string = { isString: { bail: true }, ...optional }
  switch (kind) {
    case 'text': {
      const length = { min: leastLength({ min, ...rules }), max }
      return {
        [path]: {
          ...string,
          ...(length.min === undefined && max === undefined ? {} : { isLength: { options: length } }),
          ...(pattern === undefined ? {} : { matches: { options: pattern } }),
          ...(values === undefined ? {} : { isIn: { options: [values] } }),
          ...own,
        },
      }
    }
    case 'number': {
      const fits = (value) => typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
      return {
        [path]: { ...optional, custom: { options: (value) => fits(value) && (check === undefined || check(value)) } },
      }
    }
    case 'boolean':
      return { [path]: { ...optional, custom: { options: (value) => typeof value === 'boolean' } } }
    case 'date':
      return { [path]: { ...string, matches: { options: instant } } }
    case 'id':
      return { [path]: { ...string, matches: { options: hex24 } } }
    case 'list':
      return of.kind === 'object'
        ? expressFields(of.fields, `${path}.*.`)
        : expressField({ ...of, required: true }, `${path}.*`)
    case 'object':
      return expressFields(optionalBelow(fields, rules.required), `${path}.`)
  }
}

/** Without the object its fields are not required either. */
const optionalBelow = (fields, required) =>
  required ? fields : mapValues(fields, (field) => ({ ...field, required: false }))

// --- all of them

const walkKeys = (body) => {
  let count = 0
  for (const key in body) {
    const value = body[key]
    count += typeof value === 'object' && value !== null ? walkKeys(value) : 1
  }
  return count
}

const caught = (error) => error
const isNoError = (answer) => !(answer instanceof Error)

/**
 * `make(workload, library)` gives the function to time. `copy` tells what it returns for a good body. `slow` ones are
 * called less often.
 */
export const contestants = [
  {
    name: 'guard',
    copy: 'fresh picked copy',
    make: (workload, { createGuard }) => {
      const model = mongooseModel(workload)
      const guard = createGuard(model, { allow: Object.keys(workload.fields), partial: workload.partial === true })
      return (body) => guard.validate(body)
    },
    accepts: (answer) => answer.ok,
    isAsync: (workload) => workload.name === 'asynchronous',
  },
  {
    name: 'ajv',
    copy: 'none, a boolean',
    make: (workload) => {
      const check = ajvCheck(workload)
      return (body) => check(body)
    },
    accepts: (answer) => answer,
  },
  {
    name: 'typebox',
    copy: 'none, a boolean',
    make: ({ fields }) => {
      const compiled = Compile(typeboxSchema({ kind: 'object', fields, required: true }))
      return (body) => compiled.Check(body) || compiled.Errors(body)
    },
    accepts: (answer) => answer === true,
  },
  {
    name: 'zod 4',
    copy: 'fresh copy',
    make: ({ fields }) => {
      const schema = zodSchema({ kind: 'object', fields, required: true })
      return (body) => schema.safeParse(body)
    },
    accepts: (answer) => answer.success,
  },
  {
    name: 'valibot',
    copy: 'fresh copy',
    make: ({ fields }) => {
      const schema = valibotSchema({ kind: 'object', fields, required: true })
      return (body) => v.safeParse(schema, body)
    },
    accepts: (answer) => answer.success,
  },
  {
    name: 'arktype',
    copy: 'the body itself',
    make: ({ fields }) => {
      const schema = arktypeSchema({ kind: 'object', fields, required: true })
      return (body) => schema(body)
    },
    accepts: (answer) => !(answer instanceof type.errors),
  },
  {
    name: 'joi',
    copy: 'shallow copies',
    slow: true,
    make: ({ fields }) => {
      const schema = joiSchema({ kind: 'object', fields })
      const options = { convert: false, abortEarly: false }
      return (body) => schema.validate(body, options)
    },
    accepts: (answer) => answer.error === undefined,
  },
  {
    name: 'yup',
    copy: 'the body itself',
    slow: true,
    make: ({ fields }) => {
      const schema = yupSchema({ kind: 'object', fields })
      const options = { strict: true, abortEarly: false }
      return (body) => {
        try {
          return schema.validateSync(body, options)
        } catch (error) {
          return error
        }
      }
    },
    accepts: isNoError,
  },
  {
    name: 'class-validator',
    copy: 'fresh instance',
    slow: true,
    make: ({ fields }) => {
      const Body = classOf(fields)
      const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }
      return (body) => {
        const instance = plainToInstance(Body, body)
        const errors = cv.validateSync(instance, options)
        return errors.length > 0 ? errors : instance
      }
    },
    accepts: (answer) => !Array.isArray(answer),
  },
  {
    name: 'express-validator',
    copy: 'fresh copy',
    slow: true,
    isAsync: () => true,
    make: ({ fields }) => {
      const check = checkExact(checkSchema(expressFields(fields), ['body']))
      return async (body) => {
        const request = { body }
        await check.run(request)
        const errors = validationResult(request)
        return errors.isEmpty() ? matchedData(request) : errors.array()
      }
    },
    accepts: (answer) => !Array.isArray(answer),
  },
  {
    name: 'Model.validate',
    copy: 'cast copy',
    slow: true,
    isAsync: () => true,
    make: (workload) => {
      const model = mongooseModel(workload)
      return async (body) => model.validate(body).catch(caught)
    },
    accepts: isNoError,
  },
  {
    name: 'new Model().validate',
    copy: 'document',
    slow: true,
    isAsync: () => true,
    make: (workload) => {
      const model = mongooseModel(workload)
      return async (body) => {
        try {
          const document = new model(body)
          await document.validate()
          return document
        } catch (error) {
          return error
        }
      }
    },
    accepts: isNoError,
  },
  {
    name: "Model['~standard']",
    copy: 'document',
    slow: true,
    isAsync: () => true,
    make: (workload) => {
      const standard = mongooseModel(workload)['~standard']
      return async (body) => {
        try {
          return await standard.validate(body)
        } catch (error) {
          return { issues: [error] }
        }
      }
    },
    accepts: (answer) => answer.issues === undefined,
  },
  { name: 'key walk', copy: 'none', floor: true, make: () => walkKeys, accepts: () => true },
]

/** The contestants that take part in a workload. */
export function entrants(workload) {
  const ofMongoose = (name) => name === 'guard' || /Model/.test(name)
  // `partial` of Mongoose would be an update, and none of these three is one.
  const isLeftOut = ({ name }) => workload.partial && /Model/.test(name) && name !== 'Model.validate'
  return contestants.filter(
    (one) => one.floor || ((workload.only !== 'mongoose' || ofMongoose(one.name)) && !isLeftOut(one)),
  )
}
