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
  // Started by root it becomes a user of its own.
  chmodSync(folder, 0o755)
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
    'persistence false',
    // Its messages to a client that is away are kept.
    'max_queued_messages 1000',
    ...more,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  const child = spawn(mosquitto, ['-c', settings, '-v'], { stdio: ['ignore', 'ignore', 'pipe'] })
  whenDone(async () => {
    if (child.exitCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk
      if (/mosquitto version .* running/.test(said)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`Mosquitto ended with ${code}: ${said}`)))
  })
  return { port, user }
}
