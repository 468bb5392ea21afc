/** The broker Mosquitto of the system, as people have it beside Home Assistant, and its clients. It ends with the test. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMosquitto } from './find-mosquitto.ts'
import { whenDone } from './when-done.ts'

export interface Mosquitto {
  readonly port: number
  readonly user: { readonly username: string; readonly password: string }
  /** Ends it in order, as an update does, and starts it again with what it had written down. */
  restart(): Promise<void>
}

/** A port that nobody listens to. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a broker that lets in its one user; `more`: further lines of its configuration, as a bridge. */
export async function startMosquitto(more: readonly string[] = []): Promise<Mosquitto> {
  const { mosquitto, mosquitto_passwd } = findMosquitto()!
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-mosquitto-'))
  // Started by root it becomes a user of its own, who writes down here what it keeps.
  chmodSync(folder, 0o777)
  const user = { username: 'home', password: 'right' }
  const users = join(folder, 'users')
  execFileSync(mosquitto_passwd, ['-b', '-c', users, user.username, user.password], { stdio: 'ignore' })
  chmodSync(users, 0o644)
  const port = await freePort()
  const settings = join(folder, 'mosquitto.conf')
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${users}`,
    'persistence true',
    `persistence_location ${folder}/`,
    // Its messages to a client that is away are kept.
    'max_queued_messages 1000',
    ...more,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  const begin = () => spawn(mosquitto, ['-c', settings, '-v'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let child = begin()
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  whenDone(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  const isReady = () =>
    new Promise<void>((resolve, reject) => {
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
        if (/mosquitto version .* running/.test(said)) resolve()
      })
      child.once('exit', (code) => reject(new Error(`Mosquitto ended with ${code}: ${said}`)))
    })
  await isReady()
  return {
    port,
    user,
    async restart() {
      await stop()
      child = begin()
      await isReady()
    },
  }
}
