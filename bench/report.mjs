// Renders docs/bench/node*.json into docs/performance.md (between its markers) and SVG plots.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scaleAxes, scaleTitles, titles } from './workloads.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = here('../docs/bench')
const runs = readdirSync(folder)
  .filter((name) => /^node\d+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))

const round = (number) => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2))
const time = (ns) =>
  ns < 1e3
    ? `${ns.toFixed(0)} ns`
    : ns < 1e6
      ? `${(ns / 1e3).toFixed(ns < 1e4 ? 2 : 1)} µs`
      : `${(ns / 1e6).toFixed(2)} ms`
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const of = (run, workload, corpus, contestant) =>
  run.throughput?.find((row) => row.workload === workload && row.corpus === corpus && row.contestant === contestant)

function throughputTable(run, corpus) {
  const rows = run.throughput.filter((row) => row.corpus === corpus)
  const workloads = [...new Set(rows.map(({ workload }) => workload))]
  const names = [...new Set(rows.map(({ contestant }) => contestant))]
  const cell = (name) => (workload) => {
    const row = of(run, workload, corpus, name)
    if (row === undefined) return ''
    if (row.differs !== undefined) return `other verdict on ${row.differs} of ${row.of}`
    return `${time(row.ns)}; ${round(row.parse)}`
  }
  const copies = (name) => rows.find((row) => row.contestant === name && row.copy)?.copy ?? ''
  return table(
    ['', 'returns', ...workloads.map((workload) => titles[workload])],
    names.map((name) => [name === 'guard' ? '**guard**' : name, copies(name), ...workloads.map(cell(name))]),
  )
}

/** Each target of the project with what was measured. */
function targets(run) {
  const value = (workload, corpus, contestant, ratio) => of(run, workload, corpus, contestant)?.[ratio]
  const three = ['signUp', 'profile', 'order']
  const rows = []
  const add = (what, limits, measured, isMet) =>
    measured.every((one) => one !== undefined) &&
    rows.push([
      what,
      limits.join(' / '),
      measured.map(round).join(' / '),
      measured.map((one, i) => (limits[i] === '' ? '–' : isMet(one, limits[i]) ? 'yes' : 'no')).join(' / '),
    ])
  const most = (one, limit) => one <= limit
  const least = (one, limit) => one >= limit
  const each = (corpus, contestant, ratio) => three.map((workload) => value(workload, corpus, contestant, ratio))
  add('× tuned ajv, mixed shapes', [0.85, 0.85, 0.85], each('mixed', 'guard', 'ajv'), most)
  add('× tuned ajv, one shape', [1.4, 1.4, 1.4], each('one shape', 'guard', 'ajv'), most)
  add('× JSON.parse, mixed shapes', [0.25, 0.25, 0.2], each('mixed', 'guard', 'parse'), most)
  add('× JSON.parse, one shape', [0.25, 0.25, 0.2], each('one shape', 'guard', 'parse'), most)
  add('× JSON.parse, shuffled keys', [0.35, 0.35, 0.35], each('shuffled', 'guard', 'parse'), most)
  add('times as fast as zod 4', [6, 6, 6], each('mixed', 'zod 4', 'guard'), least)
  add('times as fast as valibot', [4.5, 4.5, 4.5], each('mixed', 'valibot', 'guard'), least)
  add(
    'times as fast as await new Model(body).validate()',
    [100, 200, 400],
    each('mixed', 'new Model().validate', 'guard'),
    least,
  )
  add('one error × JSON.parse', [1, 1, 1], each('one error', 'guard', 'parse'), most)
  add('ten errors × JSON.parse', [1.2, 1.2, 1.2], each('ten errors', 'guard', 'parse'), most)
  for (const [paths, limit] of [
    [5, 0.1],
    [300, 5],
  ]) {
    const row = run.setup?.find((one) => one.contestant === 'guard' && one.paths === paths)
    if (row)
      add(
        `set-up with ${paths} paths, ms: createGuard; first body`,
        [limit, ''],
        [row.warm / 1e6, row.firstBody / 1e6],
        most,
      )
  }
  const http = (name, workload) => run.http?.find((row) => row.contestant === name && row.workload === workload)
  add(
    "% of an Express request's CPU (time inside the middleware / CPU of the request)",
    [5, 5, 5],
    three.map(
      (workload) =>
        http('guard', workload) &&
        (100 * http('guard', workload).insideMicroseconds) / http('guard', workload).cpuMicroseconds,
    ),
    most,
  )
  return table(['target: sign-up / profile / order', 'limit', 'measured', 'met'], rows)
}

function setupTable(run) {
  const cells = (row) => [
    row.contestant,
    row.paths,
    time(row.warm),
    row.firstBody ? time(row.firstBody) : '',
    row.generated ? time(row.generated) : '',
    `${(row.bytes / 1024).toFixed(1)} kB`,
  ]
  return table(
    ['', 'paths', 'set-up, warm', 'first body', 'body that code is generated for', 'heap kept'],
    run.setup.map(cells),
  )
}

function httpTable(run) {
  const cells = (row) => [
    titles[row.workload],
    row.contestant,
    row.requestsPerSecond.toFixed(0),
    `${row.cpuMicroseconds.toFixed(0)} µs`,
    (1e6 / row.cpuMicroseconds).toFixed(0),
    row.insideMicroseconds === undefined ? '' : `${row.insideMicroseconds.toFixed(1)} µs`,
  ]
  return table(
    ['', '', 'requests/s', 'CPU a request', 'requests/s of one core', 'inside the middleware'],
    run.http.map(cells),
  )
}

function hostileTable(run) {
  const at = 100_000
  const rows = run.hostile.filter(({ bytes }) => bytes === at)
  const names = [...new Set(rows.map(({ contestant }) => contestant))]
  const cell = (row) => {
    if (row === undefined) return ''
    if (row.failed !== undefined) return row.failed.replace(/:.*/, '')
    const answer = row.accepted ? 'accepted' : `${Math.ceil(row.answerBytes / 1000)} kB`
    return `${row.milliseconds < 10 ? row.milliseconds.toFixed(1) : row.milliseconds.toFixed(0)} ms, ${answer}`
  }
  const families = [...new Set(rows.map(({ family }) => family))]
  const find = (family, contestant) => rows.find((row) => row.family === family && row.contestant === contestant)
  return table(
    ['100 kB of …', 'JSON.parse', ...names],
    families.map((family) => [
      family,
      `${find(family, 'guard')?.parseMilliseconds?.toFixed(1) ?? ''} ms`,
      ...names.map((name) => cell(find(family, name))),
    ]),
  )
}

function largeTable(run) {
  const rows = run.hostile.filter(({ contestant, bytes }) => contestant === 'guard' && bytes > 100_000)
  const families = [...new Set(rows.map(({ family }) => family))]
  const cell = (family) => (bytes) => {
    const row = rows.find((one) => one.family === family && one.bytes === bytes)
    if (row === undefined) return ''
    return row.failed ?? `${row.milliseconds.toFixed(1)} ms (${row.parseMilliseconds.toFixed(1)} ms)`
  }
  return table(
    ['guard (JSON.parse)', '1 MB', '10 MB'],
    families.map((family) => [family, ...[1_000_000, 10_000_000].map(cell(family))]),
  )
}

const escape = (text) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Bars on a logarithmic axis: time as a multiple of JSON.parse. */
function plot(run, workload) {
  const rows = run.throughput.filter(
    (row) => row.workload === workload && row.corpus === 'mixed' && row.parse && row.contestant !== 'JSON.parse',
  )
  rows.sort((a, b) => a.parse - b.parse)
  const [left, width, line] = [170, 420, 22]
  const [low, high] = [0.01, 1000]
  const x = (value) => left + (width * Math.log10(Math.min(high, Math.max(low, value)) / low)) / Math.log10(high / low)
  const height = 50 + rows.length * line
  const ticks = [0.01, 0.1, 1, 10, 100, 1000]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="680" height="${height}" viewBox="0 0 680 ${height}" font-family="sans-serif" font-size="12">
<rect width="680" height="${height}" fill="white"/>
<text x="10" y="16" font-weight="bold">${escape(titles[workload])}: time of a good body, × JSON.parse (Node ${run.node})</text>
${ticks.map((tick) => `<line x1="${x(tick)}" y1="24" x2="${x(tick)}" y2="${height - 18}" stroke="${tick === 1 ? '#888' : '#ddd'}"/><text x="${x(tick)}" y="${height - 5}" text-anchor="middle" fill="#555">${tick}</text>`).join('\n')}
${rows
  .map((row, nth) => {
    const y = 30 + nth * line
    const color = row.contestant === 'guard' ? '#0a6' : row.contestant === 'key walk' ? '#bbb' : '#68a'
    return `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${escape(row.contestant)}</text><rect x="${left}" y="${y}" width="${(x(row.parse) - left).toFixed(1)}" height="16" fill="${color}"/><text x="${(x(row.parse) + 5).toFixed(1)}" y="${y + 12}">${round(row.parse)}</text>`
  })
  .join('\n')}
</svg>
`
}

const pointsOf = (run, axis) => run.scale.filter((row) => row.axis === axis)
/** An older run may lack one. */
const axesOf = (run) => scaleAxes.filter((axis) => pointsOf(run, axis).length > 0)

function scaleTable(run) {
  const cell = ({ x, ns, parse }) => `${x}: ${time(ns)}; ${round(parse)}`
  const rows = axesOf(run).map((axis) => [scaleTitles[axis], pointsOf(run, axis).map(cell).join(' · ')])
  return table(['along', 'time of a body; × JSON.parse'], rows)
}

/** The time of a body along an axis, and that of JSON.parse, both axes logarithmic. */
function curve(run, axis) {
  const points = pointsOf(run, axis)
  const series = [
    ['guard', '#0a6', points.map(({ x, ns }) => [x, ns])],
    ['JSON.parse', '#68a', points.map(({ x, ns, parse }) => [x, ns / parse])],
  ]
  const [left, right, top, bottom] = [70, 560, 40, 240]
  const decades = (values) => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  const [low, high] = decades(series.flatMap(([, , line]) => line.map(([, ns]) => ns)))
  const logs = points.map(({ x }) => Math.log10(x))
  const [first, last] = [logs[0], logs.at(-1)]
  const at = (x) => (left + ((Math.log10(x) - first) / (last - first)) * (right - left)).toFixed(1)
  const height = (ns) => (bottom - ((Math.log10(ns) - low) / (high - low)) * (bottom - top)).toFixed(1)
  const ticks = Array.from({ length: high - low + 1 }, (_, nth) => 10 ** (low + nth))
  const lines = series.map(([name, color, line]) => {
    const path = line.map(([x, ns]) => `${at(x)},${height(ns)}`).join(' ')
    const [x, ns] = line.at(-1)
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/><text x="${Number(at(x)) + 6}" y="${Number(height(ns)) + 4}" fill="${color}">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="680" height="280" viewBox="0 0 680 280" font-family="sans-serif" font-size="12">
<rect width="680" height="280" fill="white"/>
<text x="10" y="16" font-weight="bold">time of a body by ${escape(scaleTitles[axis])} (Node ${run.node})</text>
${ticks.map((tick) => `<line x1="${left}" y1="${height(tick)}" x2="${right}" y2="${height(tick)}" stroke="#ddd"/><text x="${left - 6}" y="${Number(height(tick)) + 4}" text-anchor="end" fill="#555">${tick < 1e3 ? `${tick} ns` : tick < 1e6 ? `${tick / 1e3} µs` : `${tick / 1e6} ms`}</text>`).join('\n')}
${points.map(({ x }) => `<text x="${at(x)}" y="${bottom + 18}" text-anchor="middle" fill="#555">${x}</text>`).join('\n')}
${lines.join('\n')}
</svg>
`
}

/** Writes the plots, and gives what the page says. */
function scaleSection(run) {
  const major = run.node.slice(1).split('.')[0]
  const plots = axesOf(run).map((axis) => {
    const file = `scale-${axis.replaceAll(' ', '-')}-node${major}.svg`
    writeFileSync(`${folder}/${file}`, curve(run, axis))
    return `![time of a body by ${scaleTitles[axis]}](bench/${file})`
  })
  return ['### How the cost grows', scaleTable(run), ...plots]
}

function coldTable({ cold }) {
  return table(
    ['first in a process', 'CPU'],
    Object.entries(cold).map(([step, ms]) => [step, `${ms.toFixed(2)} ms`]),
  )
}

/** What is below the figures of unmet aims. */
function floorsTable({ floors }) {
  const figure = (value, unit) => `${round(value)} ${unit}`
  return table(
    ['', 'aim', 'guard', 'floor', 'which is', 'and the rest'],
    floors.map(({ what, aim, ours, least, unit, floor, why }) => [
      what,
      figure(aim, unit),
      figure(ours, unit),
      figure(least, unit),
      floor,
      why,
    ]),
  )
}

function section(run) {
  const parts = [`## Node ${run.node}, ${run.date}\n\n${run.cpu ?? ''}`]
  if (run.throughput) {
    const major = run.node.slice(1).split('.')[0]
    for (const workload of ['signUp', 'profile', 'order']) {
      writeFileSync(`${folder}/${workload}-node${major}.svg`, plot(run, workload))
      parts.push(`![${titles[workload]}, × JSON.parse](bench/${workload}-node${major}.svg)`)
    }
    parts.push('### Targets', targets(run))
    const names = {
      mixed: 'Good bodies of 16 shapes',
      'one shape': 'Good bodies of one shape',
      shuffled: 'Good bodies, keys shuffled at every level',
      'one error': 'One error',
      'ten errors': 'Ten errors',
    }
    for (const [corpus, title] of Object.entries(names))
      parts.push(`### ${title}: time; × JSON.parse`, throughputTable(run, corpus))
  }
  if (run.scale) parts.push(...scaleSection(run))
  if (run.cold) parts.push('### Cold start', coldTable(run))
  if (run.floors) parts.push('### Floors', floorsTable(run))
  if (run.setup) parts.push('### Set-up and memory', setupTable(run))
  if (run.http) parts.push('### Express 5', httpTable(run))
  if (run.hostile) parts.push('### Hostile bodies', hostileTable(run), largeTable(run))
  return parts.join('\n\n')
}

const page = here('../docs/performance.md')
const [begin, end] = ['<!-- begin measured -->', '<!-- end measured -->']
const text = existsSync(page) ? readFileSync(page, 'utf8') : `# Performance\n\n${begin}\n${end}\n`
const before = text.slice(0, text.indexOf(begin) + begin.length)
writeFileSync(page, `${before}\n\n${runs.map(section).join('\n\n')}\n\n${text.slice(text.indexOf(end))}`)
