import { locateValues } from './json-lines.js'

/** Builds an element. Text goes in as text nodes, so nothing that was sent or saved can become markup. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') node.addEventListener('click', value)
    else if (value === true) node.setAttribute(key, '')
    else if (value !== false && value !== undefined) node.setAttribute(key, value)
  }
  node.append(...children)
  return node
}

const STAGES = ['JSON parser', 'Guard', 'Database']
const STAGE_TEXT = {
  passed: 'passed',
  stopped: 'stopped here',
  waiting: 'not reached',
  saved: 'saved',
  gone: 'not there',
}

/** `stoppedAt` is the index of the stage that refused the request, or `STAGES.length` where none did. */
export function renderStages(list, stoppedAt, isGuarded = true) {
  const stateOf = (index) => {
    if (index === 1 && !isGuarded) return 'gone'
    if (stoppedAt === undefined || index > stoppedAt) return 'waiting'
    if (index === stoppedAt) return 'stopped'
    return index === STAGES.length - 1 ? 'saved' : 'passed'
  }
  list.replaceChildren(
    ...STAGES.map((name, index) => {
      const state = stateOf(index)
      const text = stoppedAt === undefined && state !== 'gone' ? '' : STAGE_TEXT[state]
      return element(
        'li',
        { class: state },
        element('span', { class: 'stage-name' }, name),
        ' ',
        element('span', { class: 'stage-state' }, text),
      )
    }),
  )
}

const GUARD_CODES = new Set(['invalid_body', 'forbidden_field', 'invalid_type', 'invalid_value'])

/** What an answer says, in one sentence and as the stage that it came from. */
export function readAnswer({ ok, errors, isGuarded, stolen }) {
  if (ok && stolen.length > 0) {
    return {
      stoppedAt: STAGES.length,
      sentence: `Nothing stood in the way. Saved as the attacker said: ${stolen.join(', ')}.`,
    }
  }
  if (ok && !isGuarded) return { stoppedAt: STAGES.length, sentence: 'No guard looked at it, and it is saved.' }
  if (ok) return { stoppedAt: STAGES.length, sentence: 'The guard let it through, and it is saved.' }
  const [first] = errors
  if (first === undefined) return { stoppedAt: undefined, sentence: 'The answer holds no explanation.' }
  if (GUARD_CODES.has(first.code)) {
    const count = errors.length === 1 ? 'one problem' : `${errors.length} problems`
    return { stoppedAt: 1, sentence: `The guard found ${count}. The handler did not run, nothing was saved.` }
  }
  if (first.code === 'malformed_json' || first.code === 'bad_request') {
    return { stoppedAt: 0, sentence: 'The JSON parser refused it. The guard never saw it.' }
  }
  if (first.code === 'duplicate') {
    return { stoppedAt: 2, sentence: 'The guard let it through; a unique index of the database did not.' }
  }
  if (first.code === 'mongoose') {
    return { stoppedAt: 2, sentence: 'No guard looked at it; Mongoose refused it when it was saved.' }
  }
  if (first.code === 'not_found') return { stoppedAt: 2, sentence: 'There is no such document to change.' }
  return { stoppedAt: 2, sentence: 'The server failed. Its log says why.' }
}

/** The sent body, line by line, with each problem under the line that it belongs to. */
export function renderProblems(text, errors, showLine) {
  const lines = text.split('\n')
  const { places, brokenLine } = locate(text)
  const problemsAt = new Map()
  const missingAfter = new Map()
  const unplaced = []
  const addTo = (map, line, node) => map.set(line, [...(map.get(line) ?? []), node])

  for (const error of errors) {
    const line = error.path === undefined ? brokenLine : places.get(error.path)?.start
    const parent = error.path === undefined ? undefined : closestParent(places, error.path)
    if (line !== undefined) {
      addTo(problemsAt, line, problem(error, line, showLine))
    } else if (parent !== undefined) {
      // The field is not in the body: it is shown where it would stand, before its parent closes.
      const after = parent.end > parent.start ? parent.end - 1 : parent.start
      addTo(missingAfter, after, missingLine(error, lines[after - 1], problem(error, after, showLine)))
    } else {
      unplaced.push(problem(error, undefined, showLine))
    }
  }

  const list = element('ol', { class: 'code', 'aria-label': 'The body that was sent, with its problems' })
  for (const [index, line] of lines.entries()) {
    const problems = problemsAt.get(index + 1) ?? []
    list.append(
      element('li', { class: problems.length > 0 ? 'line wrong' : 'line' }, codeOf(line), ...problems),
      ...(missingAfter.get(index + 1) ?? []),
    )
  }
  return element('div', {}, ...unplaced, list)
}

/** The lines of the editor that hold a problem, for its gutter. */
export function wrongLines(text, errors) {
  const { places, brokenLine } = locate(text)
  if (brokenLine !== undefined) return new Set([brokenLine])
  const found = errors.map(({ path }) => path !== undefined && places.get(path)?.start)
  return new Set(found.filter((line) => typeof line === 'number'))
}

/** The paths of a body that were saved and that a route does not accept. */
export function stolenPaths(saved, sentText, allow) {
  const sent = locate(sentText).places
  const places = locate(JSON.stringify(saved, null, 2)).places
  const isLeaf = (path) => ![...places.keys()].some((other) => other.startsWith(`${path}.`))
  return [...places.keys()].filter((path) => path !== '' && sent.has(path) && isLeaf(path) && !isAllowed(path, allow))
}

function isAllowed(path, allow) {
  const entry = path.replace(/\.\d+(?=\.|$)/g, '')
  return allow.some((allowed) => entry === allowed || entry.startsWith(`${allowed}.`))
}

/** The saved document, with what came from the body told apart from what the server set or kept. */
export function renderSaved(saved, sentText, stolen) {
  const sent = locate(sentText).places
  const text = JSON.stringify(saved, null, 2)
  const kinds = new Map()
  for (const [path, { start, end }] of locate(text).places) {
    if (start === end && sent.has(path)) kinds.set(start, stolen.includes(path) ? 'forbidden' : 'sent')
  }
  const list = element('ol', { class: 'code', 'aria-label': 'The saved document' })
  for (const [index, line] of text.split('\n').entries()) {
    list.append(element('li', { class: `line ${kinds.get(index + 1) ?? ''}`.trim() }, codeOf(line)))
  }
  const legend = element(
    'p',
    { class: 'legend' },
    element('span', { class: 'swatch sent' }, 'from the body'),
    ...(stolen.length > 0
      ? [element('span', { class: 'swatch forbidden' }, 'from the body, and not for this route')]
      : []),
    element('span', { class: 'swatch' }, 'set or kept by the server'),
  )
  return element('div', {}, legend, list)
}

/** The code of a route, with its guard or without. */
export function routeCode({ method, path, allow, partial }, isGuarded) {
  const model = path.startsWith('/users') ? 'User' : 'Order'
  const call = `app.${method.toLowerCase()}('${path}'`
  const body = isGuarded ? 'req.validated' : 'req.body'
  const handler = {
    POST: `  res.status(201).json(await ${model}.create(${body}))`,
    PATCH: isGuarded
      ? `  const found = await ${model}.findById(req.params.id).orFail()\n  res.json(await found.set(req.validated, undefined, { merge: true }).save())`
      : `  res.json(await ${model}.findByIdAndUpdate(req.params.id, req.body))`,
  }[method]
  if (!isGuarded) return `${call}, async (req, res) => {\n${handler}\n})`
  const entries = allow.map((entry) => `    '${entry}',`).join('\n')
  const options = `{\n  allow: [\n${entries}\n  ],${partial ? '\n  partial: true,' : ''}\n}`
  return `const accepted = guard(${model}, ${options})\n\n${call}, accepted, async (req, res) => {\n${handler}\n})`
}

export function renderUser(user, isNew) {
  const cities = [user.address?.city, ...(user.addresses ?? []).map(({ city }) => city)].filter(Boolean)
  return documentCard(isNew, user.name, user.role, user.role === 'admin', [
    user.email,
    [...new Set(cities)].join(', '),
    (user.tags ?? []).map((tag) => `#${tag}`).join(' '),
  ])
}

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

export function renderOrder(order, isNew) {
  const items = order.items.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ')
  return documentCard(isNew, items, order.status, order.status !== 'pending', [
    money.format(order.total / 100),
    order.shipping?.city,
    order.note,
  ])
}

function documentCard(isNew, title, state, isRaised, details) {
  return element(
    'li',
    { class: isNew ? 'new' : '' },
    element('span', { class: 'document-title' }, title),
    element('span', { class: isRaised ? 'badge raised' : 'badge' }, state),
    ...(isNew ? [element('span', { class: 'badge fresh' }, 'just saved')] : []),
    element('span', { class: 'document-details' }, details.filter(Boolean).join(' · ')),
  )
}

function locate(text) {
  try {
    return { places: locateValues(text), brokenLine: undefined }
  } catch (error) {
    // A stack overflow by deep nesting has no line: the problems are then listed without places.
    return { places: new Map(), brokenLine: error.line }
  }
}

function closestParent(places, path) {
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const parent = places.get(path.slice(0, end))
    if (parent !== undefined) return parent
  }
  return places.get('')
}

function problem({ code, path, message, rule }, line, showLine) {
  const content = [
    element('span', { class: 'problem-code' }, rule === undefined ? code : `${code}: ${rule}`),
    ' ',
    element('span', { class: 'problem-path' }, path ?? ''),
    ' ',
    element('span', { class: 'problem-message' }, message),
  ]
  if (line === undefined) return element('p', { class: 'problem' }, ...content)
  const title = `Go to line ${line} of the body`
  return element('button', { class: 'problem', type: 'button', title, onclick: () => showLine(line) }, ...content)
}

function missingLine({ path }, neighbour, ...children) {
  const indent = /^\s*/.exec(neighbour)[0]
  const name = path.slice(path.lastIndexOf('.') + 1)
  const code = element('code', {}, `${indent}"${name}": `, element('i', { class: 'missing' }, 'missing'))
  return element('li', { class: 'line wrong absent' }, code, ...children)
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

function codeOf(line) {
  const code = element('code')
  let at = 0
  for (const token of line.matchAll(TOKEN)) {
    const [text, string, colon] = token
    code.append(line.slice(at, token.index))
    const kind = string === undefined ? 'literal' : colon === undefined ? 'string' : 'key'
    code.append(element('span', { class: kind }, string ?? text), colon ?? '')
    at = token.index + text.length
  }
  code.append(line.slice(at))
  return code
}
