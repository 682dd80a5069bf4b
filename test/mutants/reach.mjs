import ts from 'typescript'

/** Where the blocks of a module start: bodies of functions, branches and cases. The module itself is the one at 0. */
function blocksOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)
  const blocks = [{ from: 0, to: source.length, kind: 'module' }]
  const visit = (node) => {
    if (ts.isBlock(node)) blocks.push({ from: node.getStart(), to: node.getEnd(), kind: 'block' })
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      blocks.push({ from: node.body.getStart(), to: node.body.getEnd(), kind: 'expression' })
    } else if (ts.isCaseOrDefaultClause(node) && node.statements.length > 0) {
      blocks.push({ from: node.statements[0].getStart(), to: node.getEnd(), kind: 'case' })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return blocks
}

/** The module with a call in each block that tells of it. */
export function instrumented(file, source) {
  const edits = blocksOf(file, source).flatMap(({ from, to, kind }) => {
    const call = `globalThis.reached(${JSON.stringify(nameOf(file, from))})`
    if (kind === 'expression') {
      return [
        { at: from, text: `(${call}, ` },
        { at: to, text: ')' },
      ]
    }
    return [{ at: kind === 'block' ? from + 1 : from, text: `${call};` }]
  })
  let text = source
  for (const { at, text: inserted } of edits.sort((one, other) => other.at - one.at)) {
    text = text.slice(0, at) + inserted + text.slice(at)
  }
  return text
}

/** The name of the innermost block around a position. */
export function blockAt(file, source, position) {
  const around = blocksOf(file, source).filter(({ from, to }) => from <= position && position < to)
  const innermost = around.reduce((inner, block) => (block.from >= inner.from ? block : inner))
  return nameOf(file, innermost.from)
}

function nameOf(file, from) {
  return `${file}:${from}`
}
