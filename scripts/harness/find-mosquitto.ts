/** Finds the Mosquitto that tests of brokers start, and installs one where asked to. */
import { installByApt, onPath } from './system-programs.ts'

const PROGRAMS = ['mosquitto', 'mosquitto_passwd', 'mosquitto_pub'] as const
type Programs = Readonly<Record<(typeof PROGRAMS)[number], string>>

/** The tests that start it, which do not run where there is none. */
export const MOSQUITTO_TESTS = '**/mosquitto.test.ts'

/** Paths of the programs; undefined where one is missing. */
function find(): Programs | undefined {
  const found = PROGRAMS.map((name) => [name, onPath([name])] as const)
  return found.every(([, path]) => path !== undefined) ? (Object.fromEntries(found) as Programs) : undefined
}

/** Paths of Mosquitto 2.0 and its clients; undefined where there are none, and none can be installed. */
export const findMosquitto = ({ install = false } = {}): Programs | undefined =>
  find() ?? (install && installByApt(['mosquitto', 'mosquitto-clients']) ? find() : undefined)
