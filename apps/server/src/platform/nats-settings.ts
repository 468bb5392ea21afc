/** The NATS servers between servers of ours, as NATS_URL and its companions name them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './net/network.ts'
import { isEncoded } from './url-part.ts'

/** How servers of ours prove who they are. All of it is secret: never log it. */
export type NatsCredentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** The seed of an nkey. */
  | { readonly kind: 'nkey'; readonly seed: string }
  /** A credentials file: a user's JWT and the seed of its nkey. */
  | { readonly kind: 'creds'; readonly text: string }

export interface NatsSettings {
  /** `host:port` of each, of which one is enough to connect. */
  readonly servers: readonly string[]
  /** TLS or no connection; otherwise TLS where the server offers it. */
  readonly needsTls: boolean
  /** PEM of the authority that signed the servers' certificates; undefined: the public ones. */
  readonly ca: string | undefined
  /** Undefined on this machine alone. */
  readonly credentials: NatsCredentials | undefined
  /** Stands before all subjects, so that installations can share NATS servers. */
  readonly prefix: string
}

const DEFAULT_PORT = 4222
const PREFIX = /^[A-Za-z0-9_-]{1,32}(\.[A-Za-z0-9_-]{1,32}){0,3}$/
const SEED = /^SU[A-Z2-7]{56}$/
const PROTOCOLS = ['nats:', 'tls:']

function isNatsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  const isAddress =
    PROTOCOLS.includes(protocol) && hostname !== '' && ['', '/'].includes(pathname) && search + hash === ''
  return isAddress && (username === '') === (password === '') && isEncoded(username) && isEncoded(password)
}

const urlsOf = (text: string): URL[] => text.split(',').map((part) => new URL(part.trim()))

/** All servers of one cluster are spoken to in the same way. */
function areAlike(text: string): boolean {
  const [first, ...others] = urlsOf(text)
  const wayOf = ({ protocol, username, password }: URL) => `${protocol} ${username} ${password}`
  return (
    others.every((url) => url.username === '' && url.protocol === first!.protocol) ||
    others.every((url) => wayOf(url) === wayOf(first!))
  )
}

export const natsVariables = {
  NATS_URL: z
    .string()
    .refine(
      (text) => text.split(',').every((part) => isNatsUrl(part.trim())),
      'NATS_URL must look like nats://user:password@host:4222, or tls:// where TLS is a must; several are joined by commas.',
    )
    .refine(
      (text) => !text.split(',').every((part) => isNatsUrl(part.trim())) || areAlike(text),
      'The servers of NATS_URL must all begin with nats:// or all with tls://, and have the same user.',
    )
    .optional(),
  NATS_PREFIX: z
    .string()
    .regex(PREFIX, 'NATS_PREFIX must be one to four words of letters, digits, _ and -, joined by dots.')
    .default('whereabouts'),
  NATS_CA: z.string().optional(),
  NATS_NKEY: z.string().optional(),
  NATS_CREDS: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof natsVariables>>

/** What a file holds that a variable names; undefined without one, and with a sentence where it cannot be read. */
function textOf(name: string, path: string | undefined, folder: string, faults: string[]): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(resolve(folder, path), 'utf8')
  } catch (error) {
    faults.push(`${name} names a file that cannot be read: ${(error as Error).message}.`)
    return undefined
  }
}

function readCredentials(
  variables: Variables,
  url: URL,
  folder: string,
  faults: string[],
): NatsCredentials | undefined {
  const given = [url.username !== '', variables.NATS_NKEY !== undefined, variables.NATS_CREDS !== undefined]
  if (given.filter(Boolean).length > 1) {
    faults.push('Of a user in NATS_URL, NATS_NKEY and NATS_CREDS only one may be set.')
    return undefined
  }
  const seed = textOf('NATS_NKEY', variables.NATS_NKEY, folder, faults)?.trim()
  // The library of NATS wants a line feed after each line.
  const creds = textOf('NATS_CREDS', variables.NATS_CREDS, folder, faults)?.replace(/\s*$|\r\n/g, '\n')
  if (seed !== undefined && !SEED.test(seed))
    faults.push('NATS_NKEY must name a file with the seed of a user, which begins with SU.')
  if (creds !== undefined && !/BEGIN NATS USER JWT[\s\S]*BEGIN USER NKEY SEED/.test(creds)) {
    faults.push('NATS_CREDS must name a credentials file, as nsc makes it.')
  }
  if (seed !== undefined) return { kind: 'nkey', seed }
  if (creds !== undefined) return { kind: 'creds', text: creds }
  if (url.username === '') return undefined
  return { kind: 'password', user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
}

/** Undefined without NATS_URL. Adds a sentence for each fault; `folder`: what paths are relative to. */
export function readNats(variables: Variables, folder: string, faults: string[]): NatsSettings | undefined {
  const { NATS_URL, NATS_PREFIX, NATS_CA } = variables
  if (NATS_URL === undefined) {
    for (const name of ['NATS_CA', 'NATS_NKEY', 'NATS_CREDS'] as const) {
      if (variables[name] !== undefined) faults.push(`${name} needs NATS_URL.`)
    }
    return undefined
  }
  const urls = urlsOf(NATS_URL)
  const hosts = urls.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, '$1'))
  const before = faults.length
  const credentials = readCredentials(variables, urls[0]!, folder, faults)
  if (credentials === undefined && faults.length === before && !hosts.every(isLoopback)) {
    faults.push('NATS_URL leads to another machine: it needs a user and password, NATS_NKEY or NATS_CREDS.')
  }
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? DEFAULT_PORT : port}`),
    needsTls: urls[0]!.protocol === 'tls:',
    ca: textOf('NATS_CA', NATS_CA, folder, faults),
    credentials,
    prefix: NATS_PREFIX,
  }
}
