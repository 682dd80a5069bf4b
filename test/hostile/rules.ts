import type mongoose from 'mongoose'
import { Probe } from './probe.ts'

export interface Tools {
  readonly mongoose: typeof mongoose
  readonly Schema: typeof mongoose.Schema
  readonly probe: Probe
}

type Definition = Record<string, unknown>

/** A rule that calls a function of the application, as fields of a sub-schema and members of an object of the body. */
export interface Rule {
  readonly name: string
  readonly fields: (tools: Tools) => Definition
  /** Members that the rule accepts, as JSON text without braces. */
  readonly good: string
  readonly bad: string
  /** Asynchronous. */
  readonly waits?: true
}

/** A rule on a text `f`, which is bad when it is `x`. */
const onText = (name: string, options: (tools: Tools) => Definition, more: { waits?: true } = {}): Rule => ({
  name,
  fields: (tools) => ({ f: { type: String, ...options(tools) } }),
  good: '"f":"a"',
  bad: '"f":"x"',
  ...more,
})

const isBad = (value: unknown) => value === 'x'
const refuse = (value: unknown) => {
  if (isBad(value)) throw new Error('not so')
  return value
}
interface Receiver {
  on?: unknown
}

/** A custom type, as applications derive them. */
function evenType({ mongoose: { SchemaType }, Schema }: Tools) {
  class Even extends SchemaType {
    static schemaName = 'Even'
    constructor(key: string, options: object) {
      super(key, options, 'Even')
    }
    override cast(value: unknown) {
      if (typeof value !== 'number' || value % 2 !== 0) throw new Error('not even')
      return value
    }
  }
  Object.assign(Schema.Types, { Even })
  return Even
}

// Whether a function needs the document is judged by its text: these say `this` exactly where the name does.
export const rules = {
  requiredOfThis: {
    name: 'a conditional required with this',
    fields: () => ({
      f: {
        type: String,
        required(this: Receiver) {
          return this.on === true
        },
      },
      on: Boolean,
    }),
    good: '',
    bad: '"on":true',
  },
  requiredBesideDecimal: {
    name: 'a conditional required with this, beside a Decimal128',
    fields: ({ Schema }) => ({
      f: {
        type: String,
        required(this: Receiver) {
          return this.on === true
        },
      },
      on: Boolean,
      // Its cast asks for the full path.
      n: Schema.Types.Decimal128,
    }),
    good: '"n":1',
    bad: '"n":1,"on":true',
  },
  invalidating: onText('a validator that calls this.invalidate()', () => ({
    validate(this: { invalidate(path: string, error: string, value: unknown): void }, value: unknown) {
      if (isBad(value)) this.invalidate('f', 'not so', value)
      return true
    },
  })),
  owned: onText('a validator that asks for this.ownerDocument()', () => ({
    validate(this: { ownerDocument?(): unknown }, value: unknown) {
      return this.ownerDocument?.() !== null && !isBad(value)
    },
  })),
  requiredUnlessThis: {
    name: 'a conditional required with this that {} fails',
    fields: () => ({
      f: {
        type: String,
        required(this: Receiver) {
          return this.on !== true
        },
      },
      on: Boolean,
    }),
    good: '"on":true',
    bad: '',
  },
  requiredOfDocument: {
    name: 'a conditional required with the document as its argument',
    fields: () => ({ f: { type: String, required: (document: Receiver) => document.on === true }, on: Boolean }),
    good: '',
    bad: '"on":true',
  },
  setter: onText('a setter that throws', () => ({ set: (value: unknown) => refuse(value) })),
  setterOfThis: onText('a setter with this that throws', () => ({
    set(this: Receiver, value: unknown) {
      return this.on === true ? value : refuse(value)
    },
  })),
  validator: onText('a validator', () => ({ validate: (value: unknown) => !isBad(value) })),
  validatorOfThis: onText('a validator with this', () => ({
    validate(this: Receiver, value: unknown) {
      return this.on === true || !isBad(value)
    },
  })),
  throwing: onText('a validator that throws', () => ({ validate: (value: unknown) => refuse(value) === value })),
  throwingOfThis: onText('a validator with this that throws', () => ({
    validate(this: Receiver, value: unknown) {
      return this.on === true || refuse(value) === value
    },
  })),
  waiting: onText(
    'an asynchronous validator',
    ({ probe }) => ({ validate: (value: unknown) => probe.wait(() => !isBad(value)) }),
    { waits: true },
  ),
  waitingOfThis: onText(
    'an asynchronous validator with this',
    ({ probe }) => ({
      validate(this: Receiver, value: unknown) {
        return probe.wait(() => this.on === true || !isBad(value))
      },
    }),
    { waits: true },
  ),
  rejecting: onText(
    'a validator that rejects',
    ({ probe }) => ({ validate: (value: unknown) => probe.wait(() => refuse(value) === value) }),
    { waits: true },
  ),
  rejectingOfThis: onText(
    'a validator with this that rejects',
    ({ probe }) => ({
      validate(this: Receiver, value: unknown) {
        return probe.wait(() => this.on === true || refuse(value) === value)
      },
    }),
    { waits: true },
  ),
  message: onText('a message function', () => ({
    validate: {
      validator: (value: unknown) => !isBad(value),
      message: ({ path, value }: { path: string; value: string }) => `${path} is ${value}`,
    },
  })),
  messageOfDocument: onText('a message function with the document as its argument', () => ({
    validate: {
      validator: (value: unknown) => !isBad(value),
      message: ({ path }: { path: string }, document: Receiver) => `${path} is ${typeof document}`,
    },
  })),
  customType: {
    name: 'a custom type',
    fields: (tools) => ({ f: { type: evenType(tools) } }),
    good: '"f":2',
    bad: '"f":1',
  },
  customTypeOfThis: {
    name: 'a custom type and a validator with this',
    fields: (tools) => ({
      f: {
        type: evenType(tools),
        validate(this: Receiver, value: unknown) {
          return this.on !== true && value !== 4
        },
      },
    }),
    good: '"f":2',
    bad: '"f":4',
  },
  defaultOfThis: {
    name: 'a default function with this',
    fields: () => ({
      on: Boolean,
      f: {
        type: String,
        default(this: Receiver) {
          return this.on === true ? 'x' : 'a'
        },
        validate: (value: unknown) => !isBad(value),
      },
    }),
    good: '',
    bad: '"on":true',
  },
  throwingDefault: {
    name: 'a default function that throws',
    fields: () => ({
      f: {
        type: String,
        default: () => {
          throw new Error('no default')
        },
      },
    }),
    good: '"f":"a"',
    bad: '',
  },
  mixed: {
    name: 'a validator with this on Mixed',
    fields: ({ Schema }) => ({
      f: {
        type: Schema.Types.Mixed,
        validate(this: Receiver, value: unknown) {
          return this.on === true || !isBad(value)
        },
      },
    }),
    good: '"f":[{}]',
    bad: '"f":"x"',
  },
  union: {
    name: 'a validator with this on a Union',
    fields: () => ({
      f: {
        type: 'Union',
        of: [Number, String],
        validate(this: Receiver, value: unknown) {
          return this.on === true || !isBad(value)
        },
      },
    }),
    good: '"f":1',
    bad: '"f":"x"',
  },
  arrayOfThis: {
    name: 'a validator with this on an array',
    fields: () => ({
      f: {
        type: [String],
        validate(this: Receiver, value: readonly unknown[]) {
          return this.on === true || value.length !== 1
        },
      },
    }),
    good: '',
    bad: '"f":["x"]',
  },
  arraySetter: {
    name: 'a setter on an array that throws',
    fields: () => ({
      f: {
        type: [String],
        set: (value: readonly unknown[]) => {
          if (value.length === 1) throw new Error('one alone')
          return value
        },
      },
    }),
    good: '"f":[]',
    bad: '"f":["x"]',
  },
} satisfies Record<string, Rule>
