/** Finds the nats-server that tests of the bus start, and installs one where asked to. */
import { existsSync } from 'node:fs'
import { installByApt, onPath, succeeds } from './system-programs.ts'

/** The tests that start it, which do not run where there is none. */
export const NATS_TESTS = '**/*.nats.*test.ts'

/** What NATS_SERVER_PATH names, which goes before all else. */
function namedServer(): string | undefined {
  const named = process.env.NATS_SERVER_PATH || undefined
  if (named !== undefined && !existsSync(named)) throw new Error(`NATS_SERVER_PATH names no file: ${named}`)
  return named
}

const find = (): string | undefined => namedServer() ?? onPath(['nats-server'])

function install(): string | undefined {
  if (!installByApt(['nats-server'])) return undefined
  // It is wanted as a program, not as a service that anybody on this machine may use.
  succeeds('sh', ['-c', 'systemctl disable --now nats-server >/dev/null 2>&1 || true'])
  return find()
}

/** Path of nats-server 2.9 or later; undefined where there is none, and none can be installed. */
export const findNats = ({ install: mayInstall = false } = {}): string | undefined =>
  find() ?? (mayInstall ? install() : undefined)
