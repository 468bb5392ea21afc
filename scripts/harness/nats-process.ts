/** A nats-server of the system, as operators run it between servers of ours. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNats } from './find-nats.ts'

export interface Nats {
  readonly port: number
  /** With the user and password that it lets in. */
  readonly url: string
  /** Of its process, while it runs. */
  pid(): number
  /** As a machine that loses its power. */
  kill(): Promise<void>
  /** Again at the same port. */
  start(): Promise<void>
  /** Ends it, and leaves nothing behind. */
  remove(): Promise<void>
}

const PASSWORD_USER = 'authorization { user: servers, password: right }'

/** `more`: further lines of its configuration; `users`: instead of the one with a password. */
export async function runNats(more: readonly string[] = [], users = PASSWORD_USER): Promise<Nats> {
  const program = findNats()!
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-nats-'))
  const settings = join(folder, 'nats.conf')
  let child: ChildProcess | undefined
  /** -1: one that is free. */
  let port = -1
  const start = async () => {
    writeFileSync(settings, ['host: 127.0.0.1', `port: ${port}`, users, ...more, ''].join('\n'))
    child = spawn(program, ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] })
    port = await portOf(child)
  }
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const remove = async () => {
    await kill()
    rmSync(folder, { recursive: true })
  }
  await start()
  return { port, url: `nats://servers:right@127.0.0.1:${port}`, pid: () => child!.pid!, kill, start, remove }
}

/** Resolves to the port once it is ready. */
const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr!.on('data', (chunk) => {
      said += chunk
      const [, port] = /Listening for client connections on \S+:(\d+)/.exec(said) ?? []
      if (port !== undefined && said.includes('Server is ready')) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}: ${said}`)))
  })
