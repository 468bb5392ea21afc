/** Finds the Mosquitto that tests of brokers start, and installs one where asked to. */
import { existsSync } from 'node:fs'
import { installByApt, onPath, succeeds } from './system-programs.ts'

const PROGRAMS = ['mosquitto', 'mosquitto_passwd', 'mosquitto_pub'] as const
type Programs = Readonly<Record<(typeof PROGRAMS)[number], string>>

/** The tests that start it, which do not run where there is none. */
export const MOSQUITTO_TESTS = '**/mosquitto.test.ts'

/** What MOSQUITTO_PATH names, which goes before all else. */
function namedBroker(): string | undefined {
  const named = process.env.MOSQUITTO_PATH || undefined
  if (named !== undefined && !existsSync(named)) throw new Error(`MOSQUITTO_PATH names no file: ${named}`)
  return named
}

/** Paths of the programs; undefined where one is missing. */
function find(): Programs | undefined {
  const found = PROGRAMS.map(
    (name) => [name, (name === 'mosquitto' ? namedBroker() : undefined) ?? onPath([name])] as const,
  )
  return found.every(([, path]) => path !== undefined) ? (Object.fromEntries(found) as Programs) : undefined
}

function install(): Programs | undefined {
  if (!installByApt(['mosquitto', 'mosquitto-clients'])) return undefined
  // It is wanted as a program: as a service it would take the port of `npm start`.
  succeeds('sh', ['-c', 'systemctl disable --now mosquitto >/dev/null 2>&1 || true'])
  return find()
}

/** Paths of Mosquitto 2.0 and its clients; undefined where there are none, and none can be installed. */
export const findMosquitto = ({ install: mayInstall = false } = {}): Programs | undefined =>
  find() ?? (mayInstall ? install() : undefined)
