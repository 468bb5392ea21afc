/** Delivers over HTTP with connections that stay open. */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
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
  /** What a server answers to a sender's question; undefined where it does not. Never rejects. */
  ask(path: string, headers: Readonly<Record<string, string>>): Promise<unknown>
  close(): void
}

export function createHttpDelivery(serverUrl: string, maxConnections: number): HttpDelivery {
  const base = new URL(serverUrl)
  const isHttps = base.protocol === 'https:'
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: maxConnections })
  const start = isHttps ? httpsRequest : httpRequest
  const underWay = new Set<ClientRequest>()
  return {
    deliver: ({ path, headers, body }) =>
      new Promise((resolve) => {
        const bytes = Buffer.from(body)
        const request = start(
          new URL(base.pathname.replace(/\/$/, '') + path, base),
          {
            method: 'POST',
            agent,
            timeout: ANSWER_TIMEOUT_MS,
            headers: { ...headers, 'content-length': bytes.length },
          },
          (answer) => {
            answer.resume()
            answer.once('end', () => resolve(outcomeOf(answer.statusCode ?? 0)))
            answer.once('error', () => resolve('retry'))
          },
        )
        underWay.add(request)
        request.once('close', () => underWay.delete(request))
        request.once('timeout', () => request.destroy(new Error('no answer in time')))
        request.once('error', () => resolve('retry'))
        request.end(bytes)
      }),
    ask: (path, headers) =>
      new Promise((resolve) => {
        const request = start(
          new URL(base.pathname.replace(/\/$/, '') + path, base),
          { method: 'GET', agent, timeout: ANSWER_TIMEOUT_MS, headers },
          async (answer) => {
            const chunks: Buffer[] = []
            try {
              for await (const chunk of answer) chunks.push(chunk)
              resolve(answer.statusCode === 200 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined)
            } catch {
              // Broken off, or no JSON: the next question has another answer.
              resolve(undefined)
            }
          },
        )
        underWay.add(request)
        request.once('close', () => underWay.delete(request))
        request.once('timeout', () => request.destroy(new Error('no answer in time')))
        request.once('error', () => resolve(undefined))
        request.end()
      }),
    close() {
      for (const request of underWay) request.destroy()
      agent.destroy()
    },
  }
}

/** Source: wire formats §0 rule 5: phones repeat everything but 2xx; what a sender is told is wrong it gives up. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused'
}
