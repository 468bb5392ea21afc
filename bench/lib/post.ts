/** Posts native reports as stations do: over connections that stay open, no more of them than there are lanes. */
import { Agent, request } from 'node:http'

export interface Posts {
  /** The status of the answer. */
  post(url: string, body: string): Promise<number>
  close(): void
}

export function openPosts(connections: number): Posts {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    post: (url, body) =>
      new Promise((resolve, reject) => {
        const call = request(`${url}/v3/device/report`, {
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        })
        call.on('response', (answer) => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode ?? 0))
        })
        call.on('error', reject)
        call.end(body)
      }),
    close: () => agent.destroy(),
  }
}
