import { expect, test } from 'vitest'
import { errors } from './errors.ts'
import { LOCALES } from './locales.ts'

const entries = Object.entries(errors)

test('every code is there once, and its first three digits are an HTTP status', () => {
  expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length)
  for (const [, { code }] of entries)
    expect([400, 401, 403, 404, 405, 409, 412, 429, 500, 501]).toContain(Math.floor(code / 1000))
})

test('the catalogue has the 40 published codes', () => {
  const published = [
    400001, 400002, 400003, 400101, 400102, 400103, 400104, 400105, 400106, 400107, 400108, 400109, 400110, 400111,
    400112, 400113, 400114, 400115, 400116, 400117, 400118, 400119, 400120, 401001, 401002, 401101, 401102, 403001,
    404101, 404102, 404103, 404104, 405001, 409001, 409002, 412001, 429101, 500001, 500002, 501001,
  ]
  expect(published).toHaveLength(40)
  expect(entries.map(([, { code }]) => code)).toEqual(expect.arrayContaining(published))
})

test.each(entries)('%s has its own words in every language', (_name, { words }) => {
  expect(Object.keys(words)).toEqual([...LOCALES])
  expect(words['en-us']).toMatch(/^[A-Z"][\x20-\x7e’]+$/)
  expect(words['zh-tw']).toMatch(/[\u4e00-\u9fff]/)
  expect(words['ja-jp']).toMatch(/[\u3040-\u30ff]/)
})
