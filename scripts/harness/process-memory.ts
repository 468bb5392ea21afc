/** What another Node process holds: asked by its inspector, after it collected its garbage. */
import { readdirSync } from 'node:fs'
import type { ServerProcess } from './start-server.ts'

/** For the server's environment, so that it can be asked. */
export const WITH_INSPECTOR = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const MEGABYTE = 1024 ** 2

export interface Held {
  readonly heapMb: number
  /** Memory of the process as the system counts it. */
  readonly rssMb: number
  /** Files and sockets that are open; NaN where the system does not tell. */
  readonly handles: number
}

export async function heldBy({ child, output }: ServerProcess): Promise<Held> {
  const [address] = /ws:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]+/.exec(output()) ?? []
  if (address === undefined) throw new Error('The process has no inspector.')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let id = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: NodeJS.MemoryUsage } }>((resolve) => {
      id += 1
      const own = id
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data))
        if (answer.id !== own) return
        socket.removeEventListener('message', hear)
        resolve(answer.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await ask('HeapProfiler.collectGarbage')
  const { result } = await ask('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true })
  socket.close()
  const { heapUsed, rss } = result!.value!
  return { heapMb: heapUsed / MEGABYTE, rssMb: rss / MEGABYTE, handles: handlesOf(child.pid!) }
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}
