/** A way to the database that fails at a stage of PostgreSQL's protocol. Source: PostgreSQL 17, chapter 55.7, Message Formats. */
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestDatabase } from './test-database.ts'
import { whenDone } from './when-done.ts'

/** How a connection is lost. A silent one stays open, and nothing comes any more. */
export const LOSSES = ['ended', 'reset', 'terminated', 'silent'] as const
/** Late: it is silent for a while, as to a process that was paused, and then all comes that was held back. */
export type Loss = (typeof LOSSES)[number] | 'late'

/** After who waits for an answer gave up, and before who waits for the next one does (ms). */
const LATE_MS = 450

/** A message by who sends it and its letter, such as `server Z`; or that somebody dials. It and what follows are lost. */
export type Stage = 'dialled' | `server ${string}` | `client ${string}`

/** FATAL 57P01, what `pg_terminate_backend` makes PostgreSQL say. */
function terminated(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Whole messages as they come; the first of a client has no letter. */
function framer(hasLetters: boolean, take: (letter: string, message: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0)
  let isLettered = hasLetters
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const at = isLettered ? 1 : 0
      if (waiting.length < at + 4) return
      const length = at + waiting.readInt32BE(at)
      if (waiting.length < length) return
      const message = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      const letter = isLettered ? String.fromCharCode(message[0]!) : 'startup'
      isLettered = true
      take(letter, message)
    }
  }
}

export interface DatabaseWire {
  readonly address: { readonly connectionString: string }
  /** The next connection that comes to this stage is lost, and those after it hold. */
  lose(stage: Stage, loss: Loss): void
  /** Whether the last loss came about. */
  readonly isLost: boolean
}

export async function databaseWire({ address: { host, user, database } }: TestDatabase): Promise<DatabaseWire> {
  let next: { readonly stage: Stage; readonly loss: Loss } | undefined
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial({ path: join(host, '.s.PGSQL.5432') })
    let isSilent = false
    let held: (() => void)[] | undefined
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const other of [near, far]) other.destroy()
        sockets.delete(socket)
      })
    }
    const comesTo = (stage: Stage): boolean => {
      if (isSilent || near.destroyed) return true
      if (held !== undefined) return false
      if (next?.stage !== stage) return false
      const { loss } = next
      next = undefined
      if (loss === 'late') {
        held = []
        setTimeout(() => {
          for (const send of held!) send()
          held = undefined
        }, LATE_MS)
        return false
      }
      isSilent = true
      if (loss === 'ended') near.end()
      if (loss === 'reset') near.resetAndDestroy()
      if (loss === 'terminated') near.end(terminated())
      return true
    }
    const pass = (to: Socket, message: Buffer) => {
      if (held === undefined) to.write(message)
      else held.push(() => to.write(message))
    }
    if (comesTo('dialled')) return
    near.on(
      'data',
      framer(false, (letter, message) => {
        if (!comesTo(`client ${letter}`)) pass(far, message)
      }),
    )
    far.on(
      'data',
      framer(true, (letter, message) => {
        if (!comesTo(`server ${letter}`)) pass(near, message)
      }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return {
    address: { connectionString: `postgresql://${user}@127.0.0.1:${port}/${database}` },
    lose(stage, loss) {
      next = { stage, loss }
    },
    get isLost() {
      return next === undefined
    },
  }
}
