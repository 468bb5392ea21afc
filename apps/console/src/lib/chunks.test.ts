import { expect, test } from 'vitest'
import { mayReload, RELOAD_GUARD_MS } from './chunks.ts'

const NOW = 1_780_000_000_000

test('a page whose code is gone reloads at most once a minute [SESS-20, CONST-08]', () => {
  expect(RELOAD_GUARD_MS).toBe(60_000)
  expect(mayReload(undefined, NOW)).toBe(true)
  expect(mayReload(NOW, NOW + 59_999)).toBe(false)
  expect(mayReload(NOW, NOW + 60_000)).toBe(true)
})

test('a clock that was set back an hour does not block the reload', () => {
  expect(mayReload(NOW, NOW - 3_600_000)).toBe(true)
})
