import { expect, test } from 'vitest'
import { accepts } from './accept.ts'

test.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json;q=0.001', true],
  ['text/event-stream, application/json', true],
  ['text/html, */*;q=0.1', true],
  ['*/*;q=0, application/json', true],
  ['application/json , text/html;q=bad', true],
  ['text/html', false],
  ['text/*', false],
  ['text/event-stream', false],
  ['application/json;q=0', false],
  ['application/json;q=0.000, */*', false],
  ['application/*;q=0, */*', false],
  ['*/*;q=0', false],
  ['application/jsonp', false],
  ['application/json;q=2', false],
])('by “Accept: %s” JSON is taken: %s', (header, isTaken) => {
  expect(accepts(header, 'application/json')).toBe(isTaken)
})
