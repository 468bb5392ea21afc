/** The demo after its building was lived in for a moment: nearly everybody has a place, and stays there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { type DemoServer, demoServer } from './demo-server.ts'

const SIMULATOR = join(import.meta.dirname, '../../apps/simulator/src/main.ts')
/** Of the demo's 180 devices; the others are not in the building. */
const ENOUGH = 130

let template: Promise<string> | undefined

async function live(): Promise<string> {
  const server = await demoServer()
  const where = ['--url', server.origin, '--mqtt', `mqtt://127.0.0.1:${server.mqttPort}`]
  const simulator = spawn(process.execPath, [SIMULATOR, 'day', ...where, '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(simulator, 'exit')
  const client = new pg.Client(server.address)
  await client.connect()
  try {
    for (let placed = 0; placed < ENOUGH; ) {
      if (simulator.exitCode !== null) throw new Error(`The simulated building ended with code ${simulator.exitCode}.`)
      const { rows } = await client.query('select count(*)::int as placed from tracker_states where located_at_ms > 0')
      placed = rows[0].placed
      await new Promise((next) => setTimeout(next, 100))
    }
  } finally {
    simulator.kill('SIGTERM')
    await ended
    await client.end()
  }
  return server.leave()
}

/** A server on a copy of it, which is made once a worker. */
export async function livedDemo(): Promise<DemoServer> {
  template ??= live()
  return demoServer({ template: await template })
}
