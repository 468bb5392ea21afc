/** `npm run demo`: the server with a filled account, on loopback only, and a building that lives in it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { demoSite } from '@whereabouts/fixtures/site'
import { makeDemoPast } from './past.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import { runMain } from './platform/program.ts'
import { readSettings } from './platform/settings.ts'
import { seedDemo } from './seed.ts'
import { serve } from './serve.ts'

const SIMULATOR = join(import.meta.dirname, '../../simulator/src/main.ts')

function startSimulator(port: number, mqttPort: number): ChildProcess {
  const child = spawn(
    process.execPath,
    [SIMULATOR, 'day', '--url', `http://127.0.0.1:${port}`, '--mqtt', `mqtt://127.0.0.1:${mqttPort}`, '--quiet'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  child.on('error', ({ message }) =>
    console.error(`The simulated building did not start: ${message}. The server keeps running.`),
  )
  child.on('exit', (code) => {
    if (code !== null && code !== 0)
      console.error(`The simulated building ended with code ${code}; the server keeps running.`)
  })
  return child
}

/** Live dots come first: what was before them follows within seconds. */
async function fillPast(database: Database, signal: AbortSignal, log: Log): Promise<void> {
  const startedAt = systemClock.steady()
  try {
    const isNew = await makeDemoPast(database, signal)
    if (isNew) log.info({ ms: Math.round(systemClock.steady() - startedAt) }, 'Made the past of the demo')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'Failed to make the past of the demo; the next start tries again')
  }
}

await runMain(async () => {
  // The demo's sign-ins are known to everybody, so nobody beyond this machine may reach it (security rule 8).
  const given = readSettings(process.env)
  const { teltonika = 0, gt06 = 0 } = given.hardwarePorts
  const settings = {
    ...given,
    host: '127.0.0.1',
    mqttHost: '127.0.0.1',
    tls: undefined,
    hardwarePorts: { teltonika, gt06 },
  }
  let simulator: ChildProcess | undefined
  let past: Promise<void> | undefined
  const closing = new AbortController()
  const { port, mqttPort, hardwarePorts, database, log } = await serve(settings, {
    demo: true,
    prepare: ({ db }) => seedDemo(db, { clock: systemClock, random: systemRandom, rings: true }),
    onClose: async () => {
      closing.abort()
      await past
      simulator?.kill('SIGTERM')
    },
  })
  simulator = startSimulator(port, mqttPort)
  past = fillPast(database, closing.signal, log)
  // Also where the server exits at once because of a bug.
  process.once('exit', () => simulator?.kill('SIGTERM'))
  console.log(`
Whereabouts demo: http://127.0.0.1:${port}   (MQTT on port ${mqttPort})
  GPS hardware: Teltonika on port ${hardwarePorts.teltonika}, GT06 on port ${hardwarePorts.gt06}

  Sign in as one of these, password whereabouts-demo:
${demoSite.users.map((user) => `    ${user.email.padEnd(32)}${user.fullname}`).join('\n')}

  Mails it would send: http://127.0.0.1:${port}/dev/mail

  Stop with Ctrl-C.`)
})
