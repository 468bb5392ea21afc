/** LINE's side on the loopback, as far as it is posted to: what came in its groups, and whether it takes anything. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { whenDone } from './when-done.ts'

interface LineService {
  /** What it took, in the order it came. */
  readonly posted: { readonly to: string; readonly text: string }[]
  /** It refuses what comes as long as it is. */
  isAway: boolean
  /** What a server is started with to post there. */
  readonly given: { readonly lineApi: string; readonly env: Readonly<Record<string, string>> }
}

export async function lineService(): Promise<LineService> {
  const posted: { to: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { to, messages } = JSON.parse(Buffer.concat(parts).toString())
    if (!service.isAway) posted.push({ to, text: messages[0].text })
    response.writeHead(service.isAway ? 500 : 200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  whenDone(async () => {
    server.close()
    server.closeAllConnections()
  })
  const env = {
    LINE_CHANNEL_SECRET: 'channel-secret',
    LINE_CHANNEL_ACCESS_TOKEN: 'channel-token',
    PUBLIC_URL: 'https://whereabouts.example',
  }
  const lineApi = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: LineService = { posted, isAway: false, given: { lineApi, env } }
  return service
}
