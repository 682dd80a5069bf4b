/* global location, matchMedia */
import { examples, toText } from './examples.js'
import {
  element,
  readAnswer,
  renderOrder,
  renderProblems,
  renderSaved,
  renderStages,
  renderUser,
  routeCode,
  stolenPaths,
  wrongLines,
} from './view.js'

const byId = (id) => document.getElementById(id)
const form = byId('request')
const body = byId('body')
const gutter = byId('gutter')
const documentSelect = byId('document')
const unguarded = byId('unguarded')

const SHOWN = 5
const saved = { users: [], orders: [] }
let routes = []
let route
let markedLines = new Set()
let isSending = false

const collectionOf = ({ path }) => (path.startsWith('/users') ? 'users' : 'orders')
const keyOf = ({ method, path }) => `${method} ${path}`
const needsDocument = ({ path }) => path.endsWith('/:id')

async function start() {
  const demo = await (await fetch('/demo.json')).json()
  routes = demo.routes
  byId('storage').textContent = demo.isEmbedded
    ? 'Saving to an embedded in-memory database. It is not MongoDB, and it forgets everything when the demo stops; set MONGODB_URI to save to a real one.'
    : 'Saving to the MongoDB at MONGODB_URI.'
  await readBack()
  byId('routes').append(...routes.map(routeChoice))
  chooseRoute(routes[0])
}

function routeChoice(choice, index) {
  const input = element('input', { type: 'radio', name: 'route', value: keyOf(choice), checked: index === 0 })
  input.addEventListener('change', () => chooseRoute(choice))
  const method = element('span', { class: `method ${choice.method.toLowerCase()}` }, choice.method)
  return element('label', {}, input, element('span', { class: 'choice' }, method, ' ', choice.path))
}

function chooseRoute(choice) {
  route = choice
  byId('allow').replaceChildren(
    ...choice.allow.map((entry) => element('li', {}, element('code', {}, entry))),
    ...(choice.partial ? [element('li', { class: 'partial' }, 'partial: nothing is required')] : []),
  )
  byId('examples').replaceChildren(
    ...examples[keyOf(choice)].map((example) =>
      element(
        'button',
        {
          type: 'button',
          class: example.isAttack ? 'attack' : '',
          'aria-pressed': 'false',
          onclick: (event) => chooseExample(example, event.currentTarget),
        },
        example.name,
      ),
    ),
  )
  renderDocumentSelect()
  chooseExample(examples[keyOf(choice)][0], byId('examples').firstElementChild)
}

function chooseExample(example, button) {
  for (const other of byId('examples').children) other.setAttribute('aria-pressed', String(other === button))
  byId('example-note').textContent = example.note
  setBody(toText(example.body, saved))
  clearAnswer()
}

function renderDocumentSelect() {
  byId('document-field').hidden = !needsDocument(route)
  if (!needsDocument(route)) {
    byId('send').disabled = false
    return
  }
  const chosen = documentSelect.value
  const documents = saved[collectionOf(route)]
  documentSelect.replaceChildren(
    ...documents.map((item) => {
      const name =
        item.name === undefined ? `Order of ${item.createdAt.slice(0, 10)}, ${item.shipping.city}` : item.name
      return element('option', { value: item._id, selected: item._id === chosen }, `${name} · ${item._id}`)
    }),
  )
  byId('send').disabled = documents.length === 0
  if (documents.length === 0) documentSelect.append(element('option', {}, 'None yet: send a POST first'))
}

function setBody(text) {
  body.value = text
  markLines(new Set())
}

function markLines(lines) {
  markedLines = lines
  renderGutter()
}

function renderGutter() {
  const count = body.value.split('\n').length
  body.rows = Math.min(Math.max(count + 1, 12), 28)
  const numbers = Array.from({ length: count }, (_, index) =>
    element('span', { class: markedLines.has(index + 1) ? 'wrong' : '' }, String(index + 1)),
  )
  gutter.replaceChildren(...numbers)
  gutter.scrollTop = body.scrollTop
}

function showLine(line) {
  const lines = body.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  body.focus()
  body.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  body.scrollIntoView({ block: 'nearest' })
}

async function send() {
  if (isSending || byId('send').disabled) return
  isSending = true
  const text = body.value
  const collection = collectionOf(route)
  const prefix = unguarded.checked ? '/unguarded' : ''
  const path = prefix + route.path.replace(':id', documentSelect.value)
  try {
    const response = await fetch(path, {
      method: route.method,
      headers: { 'Content-Type': 'application/json' },
      body: text,
    })
    const answer = await response.json()
    await showAnswer({ response, answer, text, collection })
    showRaw(response, answer, path, text)
  } catch {
    showOutcome('bad', 'No answer', 'The demo server cannot be reached. Is it still running?')
    renderStages(byId('stages'), undefined, !unguarded.checked)
    byId('result').replaceChildren()
    byId('raw').hidden = true
  } finally {
    isSending = false
  }
}

async function showAnswer({ response, answer, text, collection }) {
  const errors = answer.errors ?? []
  const isGuarded = !unguarded.checked
  const stolen = response.ok ? stolenPaths(answer, text, route.allow) : []
  const { stoppedAt, sentence } = readAnswer({ ok: response.ok, errors, isGuarded, stolen })
  showOutcome(
    response.ok && stolen.length === 0 ? 'good' : 'bad',
    `${response.status} ${response.statusText}`,
    sentence,
  )
  renderStages(byId('stages'), stoppedAt, isGuarded)
  byId('result').replaceChildren(
    response.ok ? renderSaved(answer, text, stolen) : renderProblems(text, errors, showLine),
  )
  markLines(response.ok ? new Set() : wrongLines(text, errors))
  await readBack(response.ok ? { collection, id: answer._id } : undefined)
  renderDocumentSelect()
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  byId('answer').scrollTop = 0
  // Below the request on a phone; beside it elsewhere, and in view unless the button is far below.
  if (matchMedia('(max-width: 60rem)').matches) byId('answer').scrollIntoView({ block: 'start', behavior })
  else byId('outcome').scrollIntoView({ block: 'nearest', behavior })
}

/** An answer left over from another body would only mislead. */
function clearAnswer() {
  renderStages(byId('stages'), undefined, !unguarded.checked)
  byId('code').textContent = routeCode(route, !unguarded.checked)
  byId('outcome').className = 'outcome'
  byId('outcome').replaceChildren()
  byId('result').replaceChildren(
    element('p', { class: 'empty' }, 'Nothing sent yet: press Send to see what becomes of this body.'),
  )
  byId('raw').hidden = true
}

function showOutcome(kind, status, sentence) {
  const outcome = byId('outcome')
  outcome.className = `outcome ${kind}`
  outcome.replaceChildren(element('strong', {}, status), ' ', element('span', {}, sentence))
}

function showRaw(response, answer, path, text) {
  byId('raw').hidden = false
  byId('raw-answer').textContent =
    `HTTP ${response.status} ${response.statusText}\n\n${JSON.stringify(answer, null, 2)}`
  const quoted = text.replaceAll("'", `'\\''`)
  const method = route.method === 'POST' ? '' : ` -X ${route.method}`
  byId('raw-curl').textContent =
    `curl -i${method} ${location.origin}${path} \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted}'`
}

async function readBack(fresh) {
  const read = async (path) => (await fetch(path)).json()
  ;[saved.users, saved.orders] = await Promise.all([read('/users'), read('/orders')])
  const render = (id, items, renderItem) => {
    const cards = items
      .slice(0, SHOWN)
      .map((item) => renderItem(item, fresh?.collection === id && fresh.id === item._id))
    const rest =
      items.length === 0 ? 'Nothing saved yet.' : items.length > SHOWN ? 'Older ones are not shown.' : undefined
    byId(id).replaceChildren(...cards, ...(rest === undefined ? [] : [element('li', { class: 'empty' }, rest)]))
  }
  render('users', saved.users, renderUser)
  render('orders', saved.orders, renderOrder)
}

unguarded.addEventListener('change', clearAnswer)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
body.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit(byId('send'))
})
body.addEventListener('input', () => {
  markLines(new Set())
})
body.addEventListener('scroll', () => {
  gutter.scrollTop = body.scrollTop
})
byId('format').addEventListener('click', () => {
  try {
    setBody(JSON.stringify(JSON.parse(body.value), null, 2))
  } catch {
    showOutcome('bad', 'Not JSON', 'There is nothing to format until the body parses. Send it to see where it breaks.')
  }
})

await start()
