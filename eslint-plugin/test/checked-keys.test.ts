import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
const allowed = ['name', 'email']
const fields = { name: true, email: 1 }
const known = new Set(allowed)
const isKnown = (key) => allowed.includes(key)
const fail = (key) => { throw new Error(key) }
const strip = (data) => { for (const key in data) if (!isKnown(key)) delete data[key] }
const stripped = (data) => { const copy = { ...data }; for (const key in copy) if (!isKnown(key)) delete copy[key]; return copy }
`

/** A handler that looks at the keys of its body, and saves it. */
const saving = (looks: Readonly<Record<string, string>>, saved: string): Cases =>
  Object.fromEntries(
    Object.entries(looks).map(([title, look]) => [
      title,
      `export const save = async (req, res) => { ${look}\n res.json(await User.create(${saved})) }`,
    ]),
  )
const each = (body: string) => `for (const key of Object.keys(req.body)) { ${body} }`
const unknownKeys = 'const unknown = Object.keys(req.body).filter((key) => !allowed.includes(key));'
const forEach = (body: string) => `Object.keys(req.body).forEach((key) => ${body})`
const counted = (body: string) =>
  `const keys = Object.keys(req.body); for (let i = 0; i < keys.length; i++) { const key = keys[i]; ${body} }`
const refuse = 'return res.sendStatus(400)'

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write after a look at the keys',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    ...saving(
      {
        'a function that throws at an unknown key': each('if (!allowed.includes(key)) fail(key)'),
        'a known key, or a function that throws': forEach('allowed.includes(key) || fail(key)'),
        'nothing, or a method that throws': each('if (allowed.includes(key)) continue; res.throw(400)'),
        'a flag, and an end of the loop': `let isKnown = true; ${each('if (!allowed.includes(key)) { isKnown = false; break }')} if (!isKnown) ${refuse}`,
        'keys by their index': counted(`if (!allowed.includes(key)) ${refuse}`),
        'unknown keys by their index': counted('if (!allowed.includes(key)) delete req.body[key]'),
        'a number that is counted': `let count = 0; ${each('if (!allowed.includes(key)) count++')} if (count > 0) ${refuse}`,
        'a number that is added to': `let count = 0; ${each('if (!allowed.includes(key)) count += 1')} if (count) ${refuse}`,
        'a number on the left': `${unknownKeys} if (0 < unknown.length) ${refuse}`,
        'no number on the left': `${unknownKeys} if (0 !== unknown.length) ${refuse}`,
        'nothing on the left': `const other = Object.keys(req.body).find((key) => !allowed.includes(key)); if (undefined !== other) ${refuse}`,
        'a place on the left': `if (-1 !== Object.keys(req.body).findIndex((key) => !allowed.includes(key))) ${refuse}`,
        'unknown keys that forEach() deletes':
          'Object.keys(req.body).filter((key) => !allowed.includes(key)).forEach((key) => delete req.body[key])',
        'unknown keys that a loop deletes':
          'const others = Object.keys(req.body).filter((key) => !known.has(key)); for (const key of others) { delete req.body[key] }',
        'a known key, or it is deleted': forEach('allowed.includes(key) || delete req.body[key]'),
        'no known key, and it is deleted': each('!allowed.includes(key) && delete req.body[key]'),
        'a known key and nothing, or it is deleted': forEach('allowed.includes(key) ? null : delete req.body[key]'),
        'a loop that deletes what it does not pass over': each(
          'if (allowed.includes(key)) continue; delete req.body[key]',
        ),
        'forEach() that deletes what it does not pass over': forEach(
          '{ if (allowed.includes(key)) return; delete req.body[key] }',
        ),
        'a loop that refuses what it does not pass over': each(
          `if (allowed.includes(key)) continue; log(key); ${refuse}`,
        ),
        'forEach() that throws at what it does not pass over': forEach(
          '{ if (allowed.includes(key)) return; throw new Error(key) }',
        ),
        'an answer in a variable': each(`const isListed = allowed.includes(key); if (!isListed) ${refuse}`),
        'something else first': each('const value = req.body[key]; if (!allowed.includes(key)) delete req.body[key]'),
        'an own key': each('if (Object.hasOwn(req.body, key) && !allowed.includes(key)) delete req.body[key]'),
        'one branch of several': each(
          "if (key === 'name') trim(req.body) ; else if (known.has(key)) log(key); else delete req.body[key]",
        ),
        'an object of fields': each('if (!fields[key]) delete req.body[key]'),
        'an object of fields that lacks the key': each('if (fields[key] === undefined) delete req.body[key]'),
        'keys in an object of fields': each(`if (!(key in fields)) ${refuse}`),
        'every key of an object of fields': `if (!Object.keys(req.body).every((key) => fields[key])) ${refuse}`,
        'cases for the known keys': each(
          "switch (key) { case 'name': case 'email': break; default: delete req.body[key] }",
        ),
        'cases that refuse others': each(
          `switch (key) { case 'name': continue; case 'email': { break } default: ${refuse} }`,
        ),
        'a regular expression of names': each('if (!/^(name|email)$/.test(key)) delete req.body[key]'),
        'a regular expression in a constant': `const names = /^(?:name|email)$/; if (Object.keys(req.body).some((key) => !key.match(names))) ${refuse}`,
        'Reflect.deleteProperty()': each('if (!allowed.includes(key)) Reflect.deleteProperty(req.body, key)'),
        'unknown keys that a function deletes': 'strip(req.body)',
        'values that are cleared': each('if (!allowed.includes(key)) req.body[key] = undefined'),
        'entries of unknown keys': `if (Object.entries(req.body).some(([key]) => !allowed.includes(key))) ${refuse}`,
        'a loop over entries':
          'for (const [key, value] of Object.entries(req.body)) if (!known.has(key)) delete req.body[key]',
        'all own keys': `if (!Reflect.ownKeys(req.body).every((key) => known.has(key))) ${refuse}`,
        'a spread of the keys': `if ([...Object.keys(req.body)].some((key) => !known.has(key))) ${refuse}`,
        'the place of an unknown key': `if (Object.keys(req.body).findIndex((key) => !known.has(key)) !== -1) ${refuse}`,
        'an unknown key that is found': `const other = Object.keys(req.body).find((key) => !known.has(key)); if (other !== undefined) ${refuse}`,
        'a predicate by its name': `if (!Object.keys(req.body).every(isKnown)) ${refuse}`,
        'a predicate that is called': `if (Object.keys(req.body).some((key) => !isKnown(key))) ${refuse}`,
        'a predicate of several statements': `if (!Object.keys(req.body).every((key) => { if (isKnown(key)) return true; log(key); return false })) ${refuse}`,
        'the number of unknown keys': `const count = Object.keys(req.body).filter((key) => !isKnown(key)).length; if (count > 0) ${refuse}`,
        'the number of known keys': `const keys = Object.keys(req.body); if (keys.filter(isKnown).length !== keys.length) ${refuse}`,
        'a list to refuse beside one of known keys': each(
          "if (key === '__proto__' || !known.has(key)) delete req.body[key]",
        ),
      },
      'req.body',
    ),
    ...saving(
      {
        'unknown keys that are deleted from a copy':
          'const copy = { ...req.body }; for (const key of Object.keys(copy)) if (!known.has(key)) delete copy[key]',
        'unknown keys that a function deletes from a copy': 'const copy = { ...req.body }; strip(copy)',
        'a copy from which a function has deleted them': 'const copy = stripped(req.body)',
        'unknown keys that are deleted before the copy': `${each('if (!known.has(key)) delete req.body[key]')} const copy = { ...req.body }`,
      },
      'copy',
    ),
  },
  flagged: saving(
    {
      'known keys by their index': counted(`if (allowed.includes(key)) ${refuse}`),
      'keys by their index, but the first': counted(`if (!allowed.includes(key)) ${refuse}`).replace('i = 0', 'i = 1'),
      'every other key': counted(`if (!allowed.includes(key)) ${refuse}`).replace('i++', 'i += 2'),
      'a few keys by their index': counted(`if (!allowed.includes(key)) ${refuse}`).replace('keys.length', '3'),
      'a number of known keys': `let count = 0; ${each('if (allowed.includes(key)) count++')} if (count > 0) ${refuse}`,
      'a number that may be some': `let count = 0; ${each('if (!allowed.includes(key)) count++')} if (count > 5) ${refuse}`,
      'a number that starts below': `let count = -9; ${each('if (!allowed.includes(key)) count++')} if (count > 0) ${refuse}`,
      'a number that is set back': `let count = 0; ${each('if (!allowed.includes(key)) count++')} count = 0; if (count > 0) ${refuse}`,

      'fields of the whole schema, in a variable': `const { paths } = User.schema; ${each(`if (!(key in paths)) ${refuse}`)}`,
      'a list of all fields of the schema, in a variable': `const fields = Object.keys(User.schema.paths); ${each(`if (!fields.includes(key)) ${refuse}`)}`,
      'a set of all fields of the schema': `const { obj } = User.schema; const fields = new Set(Object.keys(obj)); ${each(`if (!fields.has(key)) ${refuse}`)}`,
      'a loop that ends at a known key': each('if (allowed.includes(key)) break; throw new Error(key)'),
      'a loop that ends at a known key, or throws': each(
        'if (allowed.includes(key)) { break } else { throw new Error(key) }',
      ),
      'a loop that ends at any key': each('log(key); break; if (!allowed.includes(key)) throw new Error(key)'),
      'a loop that ends at an unknown key': each('if (!allowed.includes(key)) break'),
      'a function that may throw at an unknown key': each('if (!allowed.includes(key)) log(key)'),
      'fewer than none on the left': `${unknownKeys} if (0 > unknown.length) ${refuse}`,
      'a key of another part of the request':
        "const body = 'query'; " +
        each('if (Object.hasOwn(req[body], key) && !allowed.includes(key)) delete req.body[key]'),
      'known keys that forEach() deletes':
        'Object.keys(req.body).filter((key) => allowed.includes(key)).forEach((key) => delete req.body[key])',
      'unknown keys that are deleted from something else':
        'Object.keys(req.body).filter((key) => !allowed.includes(key)).forEach((key) => delete req.query[key])',
      'unknown keys that are deleted from a copy of what is saved':
        'const copy = { ...req.body }; for (const key of Object.keys(copy)) if (!known.has(key)) delete copy[key]',
      'unknown keys that a function deletes from a copy': 'const copy = { ...req.body }; strip(copy)',
      'unknown keys that a function deletes from its own copy': 'stripped(req.body)',
      'a known key, and it is deleted': forEach('allowed.includes(key) && delete req.body[key]'),
      'no known key, or it is deleted': forEach('!allowed.includes(key) || delete req.body[key]'),
      'a loop that deletes what is known': each('if (!allowed.includes(key)) continue; delete req.body[key]'),
      'a loop that reports what it does not pass over': each('if (allowed.includes(key)) continue; log(key)'),
      'forEach() the return of which leaves nothing': forEach(`{ if (!allowed.includes(key)) ${refuse} }`),
      'a loop that something else makes pass over a key': each(
        'if (req.user.isAdmin) continue; if (!known.has(key)) delete req.body[key]',
      ),
      'a loop that is left before': each(`if (key === 'name') continue; break; ${refuse}`),
      'an object of fields to refuse': each('if (fields[key]) delete req.body[key]'),
      'an object that nobody knows': each('if (!req.user[key]) delete req.body[key]'),
      'a copy of the body, from which values that are nothing are taken': `const copy = { ...req.body };
        Object.keys(copy).forEach((key) => { if (copy[key] === undefined || copy[key] === '') delete copy[key] });
        await User.findByIdAndUpdate(id, «copy»)`,
      'an object with all of the body in it': each(
        'const held = { ...req.body }; if (!held[key]) delete req.body[key]',
      ),
      'the body itself': each('if (!req.body[key]) delete req.body[key]'),
      'keys in the body itself': each('if (!(key in req.body)) delete req.body[key]'),
      'keys in the whole schema': each('if (!(key in User.schema.paths)) delete req.body[key]'),
      'fields of the whole schema': each('if (!User.schema.paths[key]) delete req.body[key]'),
      'cases for keys to refuse': each("switch (key) { case 'role': delete req.body[key] }"),
      'cases that let others through': each(
        "switch (key) { case 'role': delete req.body[key]; break; default: break }",
      ),
      'cases that report others': each("switch (key) { case 'name': break; default: log(key) }"),
      'cases in a function of their own': forEach(`{ switch (key) { case 'name': break; default: ${refuse} } }`),
      'a regular expression that looks anywhere': each('if (!/name|email/.test(key)) delete req.body[key]'),
      'a regular expression that is half anchored': each('if (!/^name|email$/.test(key)) delete req.body[key]'),
      'a regular expression of lines': each('if (!/^(name|email)$/m.test(key)) delete req.body[key]'),
      'a regular expression of any name': each('if (!/^\\\\w+$/.test(key)) delete req.body[key]'),
      'a regular expression of names to refuse': each('if (/^(role|isAdmin)$/.test(key)) delete req.body[key]'),
      'Reflect.deleteProperty() of something else': each(
        'if (!allowed.includes(key)) Reflect.deleteProperty(req.query, key)',
      ),
      'a predicate of keys to refuse': `if (Object.keys(req.body).some(isKnown)) ${refuse}`,
      'the number of keys': `const keys = Object.keys(req.body); if (keys.filter(isKnown).length > keys.length) log()`,
      'an unknown key that is found, and reported':
        'const other = Object.keys(req.body).find((key) => !known.has(key)); log(other)',
      'a look at the keys in one branch': `if (strict) ${each('if (!known.has(key)) delete req.body[key]')}`,
    },
    '«req.body»',
  ),
})
