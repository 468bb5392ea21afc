/**
 * A push service on the loopback, and browsers that are subscribed to it and really decrypt. The server goes to it as it goes to
 * the real ones, but for TLS. Source: RFC 8030, RFC 8188, RFC 8291.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { PushServices } from '../../apps/server/src/platform/push/push-services.ts'
import { whenDone } from './when-done.ts'

const HOST = 'push.test'
/** Of another service, which takes what comes and never answers. */
const SILENT_HOST = 'silent.example'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

interface Received {
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Browser {
  readonly endpoint: string
  /** As its console tells the server. */
  readonly token: string
  /** What it was woken with so far, decrypted. */
  woken(): { readonly headers: IncomingHttpHeaders; readonly message: unknown }[]
}

interface PushService {
  readonly services: PushServices
  /** Everything that came, answered with success or not. */
  readonly received: readonly Received[]
  /** How the next ones are answered, one after the other; then with 201. */
  answerNext(...answers: readonly Answer[]): void
  /** A browser; by the endpoint of another one where one is named. */
  browser(endpoint?: string): Browser
  /** A browser of a service that never answers. */
  silentBrowser(): Browser
  /** Closes the connections of the service that never answers. */
  hangUp(): void
}

/** Ends with the tests of the file. */
export async function pushService(): Promise<PushService> {
  const received: Received[] = []
  const answers: Answer[] = []
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers } = request
      received.push({ endpoint: `https://${headers.host}${request.url}`, headers, body: Buffer.concat(chunks) })
      if (headers.host === SILENT_HOST) {
        waiting.push(response)
        return
      }
      const { status, headers: more } = answers.shift() ?? { status: 201 }
      response.writeHead(status, more).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  whenDone(() => {
    server.close()
    server.closeAllConnections()
  })
  const agent = Object.assign(new Agent({ keepAlive: false }), { createConnection: () => connect(port, '127.0.0.1') })
  const browserAt = (endpoint: string): Browser => {
    const key = createECDH('prime256v1')
    const p256dh = key.generateKeys()
    const auth = randomBytes(16)
    const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
    const subscription = { endpoint, expirationTime: null, keys }
    return {
      endpoint,
      token: Buffer.from(JSON.stringify(subscription)).toString('base64url'),
      woken: () =>
        received
          .filter((push) => push.endpoint === endpoint)
          .map(({ headers, body }) => ({ headers, message: JSON.parse(decrypt(body, key, auth)) })),
    }
  }
  const endpointAt = (host: string) => `https://${host}/send/${randomBytes(12).toString('base64url')}`
  return {
    services: { isKnown: ({ protocol, host }) => protocol === 'https:' && [HOST, SILENT_HOST].includes(host), agent },
    received,
    answerNext: (...next) => void answers.push(...next),
    browser: (endpoint = endpointAt(HOST)) => browserAt(endpoint),
    silentBrowser: () => browserAt(endpointAt(SILENT_HOST)),
    hangUp() {
      for (const response of waiting.splice(0)) response.destroy()
    },
  }
}

/** As a browser does. Throws for a body that is not for it. */
function decrypt(body: Buffer, key: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey])
  const shared = derive(key.computeSecret(senderKey), auth, info, 32)
  const contentKey = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
