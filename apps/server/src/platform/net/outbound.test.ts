import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askOutside } from './outbound.ts'

async function host(answer: RequestListener): Promise<string> {
  const http = createServer(answer)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
}

test('the answer comes whole, whatever its status', async () => {
  const url = await host((_request, response) => response.writeHead(404).end('nøthing'))
  expect(await askOutside(url)).toEqual({ status: 404, body: 'nøthing' })
})

test('redirects are not followed', async () => {
  let isReached = false
  const elsewhere = await host((_request, response) => {
    isReached = true
    response.end()
  })
  const url = await host((_request, response) => response.writeHead(307, { location: elsewhere }).end())
  await expect(askOutside(url)).rejects.toThrow()
  expect(isReached).toBe(false)
})

test('an answer of more than 1 MB is not read to its end', async () => {
  const url = await host((_request, response) => response.end('x'.repeat(1024 * 1024 + 1)))
  await expect(askOutside(url)).rejects.toThrow('longer than')
})

test.each([
  ['says nothing', () => {}],
  ['stops in the midst', (_request, response) => response.write('half of ')],
] satisfies [string, RequestListener][])('a host that %s is left in time', async (_what, answer) => {
  const url = await host(answer)
  await expect(askOutside(url, {}, 100)).rejects.toThrow()
})
