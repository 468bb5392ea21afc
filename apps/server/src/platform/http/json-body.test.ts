import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOfJson } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const withKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0])))

test.each([
  ['32 levels', nested(32), undefined],
  ['33 levels', nested(33), 'body is nested too deeply'],
  ['a million levels', nested(1_000_000), 'body is nested too deeply'],
  ['10,000 keys', withKeys(10_000), undefined],
  ['10,001 keys', withKeys(10_001), 'body has too many keys'],
  ['10,001 keys in many objects', `[${Array(10_001).fill('{"a":1}').join()}]`, 'body has too many keys'],
  ['10,000 names in a list', JSON.stringify(Array(10_000).fill('G3-00000001')), undefined],
  ['a million values', `[${'0,'.repeat(1_000_000)}0]`, 'body has too many values'],
  ['a key twice', '{"role":"guest","role":"deputy"}', 'body has a key twice'],
  ['a key twice, once in disguise', '{"role":"guest","\\u0072ole":"deputy"}', 'body has a key twice'],
  ['a key twice further down', '{"a":[{"b":1,"b":2}]}', 'body has a key twice'],
  ['a key in two objects', '[{"a":1},{"a":2}]', undefined],
  ['a key in an object within', '{"a":{"a":{"a":1}},"b":{"a":1}}', undefined],
  ['__proto__', '{"a":{"__proto__":1}}', 'body has a forbidden key'],
  ['__proto__ in disguise', '{"\\u005f_proto__" : 1}', 'body has a forbidden key'],
  ['constructor', '{"constructor":1}', 'body has a forbidden key'],
  ['these words as values', '["__proto__","constructor",{"a":"__proto__"}]', undefined],
  ['brackets, colons and quotes within a text', '{"a":"[[[{\\"a\\":,\\\\","b":"\\\\\\""}', undefined],
])('a body with %s', (_what, text, fault) => {
  expect(faultOfJson(text)).toBe(fault)
})

test('every object that JSON can express passes, unless it breaks a rule', () => {
  const key = fc.string().filter((text) => text !== '__proto__' && text !== 'constructor')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(fc.property(value, (any) => faultOfJson(JSON.stringify(any)) === undefined))
})

test('text that is not JSON neither breaks it nor takes long', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0 a') }), (text) => {
      expect(() => faultOfJson(text)).not.toThrow()
    }),
  )
  // Quotes behind many backslashes must not be scanned from the start again.
  expect(faultOfJson(`["${'\\'.repeat(500_000)}`)).toBeUndefined()
})
