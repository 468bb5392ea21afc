/** Delivers over HTTP with connections that stay open. */
import { once } from 'node:events'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Outcome } from './deliveries.ts'

const ANSWER_TIMEOUT_MS = 15_000

interface HttpPost {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface HttpDelivery {
  /** One try; never rejects. A refusal that repeating cannot change is 'refused'. */
  deliver(post: HttpPost): Promise<Outcome>
  /** The server's answer to a request for commands; undefined where there is none. Never rejects. */
  ask(path: string, headers: Readonly<Record<string, string>>): Promise<unknown>
  close(): void
}

export function createHttpDelivery(serverUrl: string, maxConnections: number): HttpDelivery {
  const base = new URL(serverUrl)
  const isHttps = base.protocol === 'https:'
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: maxConnections })
  const start = isHttps ? httpsRequest : httpRequest
  const underWay = new Set<ClientRequest>()

  /** Applies `read` to the answer; `fault` where there is none in time, or it breaks off. */
  const send = <Result>(
    path: string,
    options: RequestOptions,
    bytes: Buffer | undefined,
    fault: Result,
    read: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve) => {
      const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
      const request = start(url, { ...options, agent, timeout: ANSWER_TIMEOUT_MS }, (answer) => {
        read(answer).then(resolve, () => resolve(fault))
      })
      underWay.add(request)
      request.once('close', () => underWay.delete(request))
      request.once('timeout', () => request.destroy(new Error('no answer in time')))
      request.once('error', () => resolve(fault))
      request.end(bytes)
    })

  return {
    deliver({ path, headers, body }) {
      const bytes = Buffer.from(body)
      const options = { method: 'POST', headers: { ...headers, 'content-length': bytes.length } }
      return send<Outcome>(path, options, bytes, 'retry', async (answer) => {
        answer.resume()
        await once(answer, 'end')
        return outcomeOf(answer.statusCode ?? 0)
      })
    },
    ask: (path, headers) =>
      send<unknown>(path, { headers }, undefined, undefined, async (answer) => {
        const said = await text(answer)
        return answer.statusCode === 200 ? JSON.parse(said) : undefined
      }),
    close() {
      for (const request of underWay) request.destroy()
      agent.destroy()
    },
  }
}

/** Source: wire formats §0: phones repeat everything but 2xx; on a 4xx they give up. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused'
}
