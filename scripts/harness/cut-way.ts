/** A way to a port of the server whose connections are cut at any moment, at either end or in one direction. */
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { type Chance, oneOf } from './seeded.ts'

export interface CutWay {
  readonly port: number
  /** Cuts one of the connections that are open, if there is one; answers how. */
  cut(chance: Chance): string | undefined
  close(): Promise<void>
}

interface Pair {
  /** The client's end, and the server's. */
  readonly near: Socket
  readonly far: Socket
}

const CUTS: Readonly<Record<string, (pair: Pair) => void>> = {
  'the client is told a reset': ({ near }) => near.resetAndDestroy(),
  'the server is told a reset': ({ far }) => far.resetAndDestroy(),
  'both are told a reset': ({ near, far }) => {
    near.resetAndDestroy()
    far.resetAndDestroy()
  },
  'the server is told the end': ({ far }) => far.end(),
  'the client is told the end': ({ near }) => near.end(),
}

export async function cutWay(port: number): Promise<CutWay> {
  const pairs = new Set<Pair>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ port, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { near, far }
    pairs.add(pair)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        if (other.writable && !other.write(chunk)) {
          socket.pause()
          other.once('drain', () => socket.resume())
        }
      })
      socket.on('end', () => other.end())
      socket.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    cut(chance) {
      if (pairs.size === 0) return undefined
      const how = oneOf(chance, Object.keys(CUTS))
      CUTS[how]!(oneOf(chance, [...pairs]))
      return how
    },
    async close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
