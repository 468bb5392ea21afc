/** How long a request may take to come, over real sockets and by shorter times. Source: security rule 19. */
import { expect, test } from 'vitest'
import { rawClient } from '../../../../../scripts/harness/raw-client.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { LIMITS } from './limits.ts'

const HEADERS_MS = 500
const REQUEST_MS = 1000
const { call, origin } = await testApp({ limits: { headersWithinMs: HEADERS_MS, requestWithinMs: REQUEST_MS } })
const { tell, envelopeOf } = rawClient(Number(new URL(origin).port))

test('headers come within 10 s and a request within 30 s', () => {
  expect(LIMITS).toMatchObject({ headersWithinMs: 10_000, requestWithinMs: 30_000 })
})

test.each([
  ['nothing', '', undefined],
  ['headers byte by byte', 'GET /live HTTP/1.1\r\nhost: x\r\na: ', 'x'],
])('who sends %s is hung up on when the time for headers is over', async (_what, text, goOn) => {
  const { answer, afterMs } = await tell(text, goOn)
  expect(afterMs).toBeGreaterThanOrEqual(HEADERS_MS - 50)
  expect(envelopeOf(answer)).toMatchObject({ code: 400001, info: 'request too slow' })
})

test('a client that sends a body byte by byte is disconnected when the time for a request is over', async () => {
  const head =
    'POST /v3/app/users/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 8000\r\n\r\n'
  const { answer, afterMs } = await tell(head, ' ')
  expect(afterMs).toBeGreaterThanOrEqual(REQUEST_MS - 50)
  expect(envelopeOf(answer)).toMatchObject({ code: 400001, info: 'request too slow' })
})

test('a slow sender does not delay the others', async () => {
  const slow = Promise.all(Array.from({ length: 50 }, () => tell('GET /live HTTP/1.1\r\na: ', 'x')))
  expect((await call('GET', '/live')).status).toBe(200)
  expect((await slow).every(({ answer }) => answer.includes('request too slow'))).toBe(true)
})
