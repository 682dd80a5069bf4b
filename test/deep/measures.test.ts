import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { measureOf } from '../../src/rules/measures.ts'

const measures = (text: string) => measureOf(runInThisContext(`(${text})`)) !== undefined

describe('a rule that only measures an array', () => {
  it.each([
    'v => v.length < 3',
    '(v) => v.length<=MAX_LINES',
    '(v) => v.length <= limits.lines.most && v.length >= limits.lines.least',
    '(v) => Array.isArray( v ) && v.length > 0',
    '(v) => !!v && !(v.length > 3)',
    '(v) => v && v.length',
    '(v) => (v?.length ?? 0) < 3',
    '(v) => v != null && v !== undefined && v.length === 0',
    '(v) => { return v.length > 0 ? true : false; }',
    'function (v) { return v.length > 0; }',
    'function(v){return v.length>0}',
    'function arrayLimit(val) {\n  return val.length <= 10\n}',
    'v => !v || v.length < 5',
    'function(v){return null==v||v.length<3}',
    'function (v) { return (v === null || v === void 0 ? void 0 : v.length) > 0; }',
    'v => v.length % 2 === 0 && v.length < 2 * limits.pairs - 1',
  ])('is %s', (text) => {
    expect(measures(text)).toBe(true)
  })

  it.each([
    '(v) => v.length < this.most',
    'function (v) { return v.length < this.most }',
    'function (v) { return v.length < arguments.length }',
    'async (v) => v.length < 3',
    '(v) => v.length = 3',
    '(v) => most = v.length',
    '(v) => v.length < most++',
    '(v) => --most < v.length',
    '(v) => v.length < most--',
    '(v) => v + most > 3',
    '(v) => (most += v.length)',
    '(v) => null == v.other',
    '(v) => null == v[0]',
    '(v) => null == v()',
    '(v) => null == v?.at(0)',
    '(v) => void check == v',
    '(v) => check(v)',
    '(v) => (check)(v)',
    '(v) => check(v.length)',
    '(v) => check?.(v)',
    '(v) => check`${v}`',
    '(v) => new Check(v)',
    '(v) => v in most',
    '(v) => v instanceof Most',
    '(v) => v == most',
    '(v) => most === v',
    '(v) => v > 3',
    '(v) => 3 < v && v.length',
    '(v) => v',
    '(v) => v.every(Boolean)',
    '(v) => v[0] > 3',
    '(v) => v["length"] > 3',
    '(v) => v.lengths > 3',
    '(v) => v.length.max > 3',
    '(v) => v.length > 3 && v.lines',
    '(v) => most.v.length > 3 && v.isNew',
    '(v) => [v].length > 0',
    '(v) => ({ v }).length > 0',
    '(v) => (v.length < 3, v)',
    '(v) => typeof v === most',
    '(v) => most.isArray(v)',
    '(v) => my.Array.isArray(v)',
    '(v, props) => v.length < props.most',
    '(v = most) => v.length < 3',
    '({ length }) => length < 3',
    '(...v) => v.length < 3',
    'function (v) { most(); return v.length < 3 }',
    'function (v) { return v.length < 3; most() }',
    'function (v) { if (most) return v.length < 3 }',
    '() => most < 3',
    'parseInt',
    'class { constructor(v) { return v.length } }',
  ])('is not %s', (text) => {
    expect(measures(text)).toBe(false)
  })

  it('always says the same of a length where the constants are in its text', () => {
    expect(measureOf((v: string[]) => v.length < 3)).toEqual({ isFixed: true })
    expect(measureOf((v: string[]) => v.length < Math.PI)).toEqual({ isFixed: false })
  })

  it('is no text, and no regular expression', () => {
    expect(measureOf('v => v.length < 3')).toBeUndefined()
    expect(measureOf(/v => v.length/)).toBeUndefined()
  })
})
