/**
 * The push services of browsers' makers. A browser names its own, so we call known ones only, at public addresses,
 * and follow no redirects. Source: security rules 26, 56; RFC 8030.
 */
import { Agent, request } from 'node:https'
import { lookUpPublic } from '../net/public-addresses.ts'

/** Of Chrome and what is made of it, Firefox, Safari, Edge. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]
const TIMEOUT_MS = 5000
const MAX_BYTES = 1 << 20
/** Most connections to one host. */
export const MAX_CONNECTIONS = 20

export interface PushServices {
  isKnown(endpoint: URL): boolean
  /** What connects to them. */
  readonly agent: Agent
}

export const createPushServices = (): PushServices => ({
  isKnown: ({ protocol, hostname, port }) =>
    protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname)),
  agent: new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, lookup: lookUpPublic() }),
})

export interface PushAnswer {
  readonly status: number
  /** As received; undefined: none. */
  readonly retryAfter: string | undefined
}

/** Sends a push to its service. Throws when there is no answer in time. */
export const postPush = (
  { agent }: PushServices,
  endpoint: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
): Promise<PushAnswer> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const asked = request(
      endpoint,
      { ...options, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        const { statusCode: status = 0, headers } = response
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_BYTES) response.destroy()
        })
        // The status is enough; a body that breaks off does not matter.
        response.on('error', () => {})
        resolve({ status, retryAfter: headers['retry-after'] })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** Meaning of a push service's answer. Source: RFC 8030 §5, §7.3, §8. */
export function judgeAnswer(status: number): 'delivered' | 'gone' | 'again' | 'never' {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'again'
  return 'never'
}

/** How long (ms) the service asks to wait, in seconds or as a date. Undefined where it gives neither. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
