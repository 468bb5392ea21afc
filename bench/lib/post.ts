/**
 * Posts native reports as stations do: over connections that stay open, no more of them than there are lanes. HTTP is
 * written by hand, so that the load takes as little as it can of the machine it shares with the server.
 */
import { connect, type Socket } from 'node:net'

export interface Posts {
  /** The status of the answer. */
  post(url: string, body: string): Promise<number>
  close(): void
}

interface Lane {
  readonly socket: Socket
  answered: (status: number) => void
  failed: (error: Error) => void
}

export function openPosts(connections: number): Posts {
  const lanes = new Set<Lane>()
  const free: Lane[] = []
  const waiting: ((lane: Lane) => void)[] = []

  const release = (lane: Lane) => {
    const next = waiting.shift()
    if (next) next(lane)
    else free.push(lane)
  }
  const open = (url: URL): Lane => {
    const socket = connect(Number(url.port), url.hostname)
    const lane: Lane = { socket, answered: () => {}, failed: () => {} }
    let text = ''
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!isWholeAnswer(text)) return
      const status = Number(text.slice(9, 12))
      text = ''
      const { answered } = lane
      release(lane)
      answered(status)
    })
    socket.on('error', (error) => lane.failed(error))
    socket.on('close', () => {
      lanes.delete(lane)
      if (free.includes(lane)) free.splice(free.indexOf(lane), 1)
      lane.failed(new Error('The server hung up.'))
    })
    lanes.add(lane)
    return lane
  }
  const take = (url: URL): Lane | Promise<Lane> =>
    free.pop() ?? (lanes.size < connections ? open(url) : new Promise((resolve) => waiting.push(resolve)))

  return {
    async post(url, body) {
      const address = new URL(url)
      const lane = await take(address)
      return new Promise((resolve, reject) => {
        lane.answered = resolve
        lane.failed = reject
        lane.socket.write(
          `POST /v3/device/report HTTP/1.1\r\nhost: ${address.host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      })
    },
    close() {
      for (const { socket } of lanes) socket.destroy()
    },
  }
}

/** Whether an answer's head has come, and its body, as long as the head says. */
export function isWholeAnswer(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
  if (Number.isNaN(length)) throw new Error('An answer has no length.')
  return text.length >= end + 4 + length
}
