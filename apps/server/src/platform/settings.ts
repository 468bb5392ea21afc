/** The operator's settings, all from the environment. README lists the same names. */
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Provider } from '@whereabouts/contract/auth'
import { BRAND_KEYS } from '@whereabouts/contract/config'
import { ASSIGN_PARAMS } from '@whereabouts/domain/assign-modes'
import type { HardwareKind } from '@whereabouts/domain/senders'
import { TRACKER_MODELS } from '@whereabouts/domain/trackers'
import { z } from 'zod'
import { type NatsSettings, natsVariables, readNats } from './nats-settings.ts'
import { readSmtp, type SmtpSettings, smtpVariables } from './smtp-settings.ts'
import { StartFault } from './start-fault.ts'

/** Days that reports and history are kept unless the operator says otherwise. Source: G10; decision 0086. */
export const KEPT = { logDays: 90, historyDays: 400 } as const

type Environment = Readonly<Record<string, string | undefined>>

export type HardwarePorts = { readonly [Kind in HardwareKind]: number | undefined }

export interface Settings {
  /** 0 lets the system choose a free one. */
  readonly port: number
  readonly host: string
  /** With TLS where there is `tls` and no `mqttTlsPort`. */
  readonly mqttPort: number
  readonly mqttHost: string
  /** MQTT with TLS beside `mqttPort`, which is without it then; undefined: one port alone. */
  readonly mqttTlsPort: number | undefined
  /** By make of GPS hardware, the port it speaks to; undefined: none is open. */
  readonly hardwarePorts: HardwarePorts
  /** Absolute. */
  readonly dataDir: string
  /** Where copies of the bundled database are kept. Absolute. */
  readonly backupDir: string
  /** PEM; with it the server speaks https and mqtts itself. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined
  /** Undefined means the bundled PostgreSQL in `dataDir`. Holds a password: never log it. */
  readonly databaseUrl: string | undefined
  /** Between several servers; undefined: this one is alone on its database. */
  readonly nats: NatsSettings | undefined
  /** Origin that people reach the server by, without a final slash. */
  readonly publicUrl: string | undefined
  /** '' means the embedded world map. */
  readonly mapStyleUrl: string
  readonly brand: (typeof BRAND_KEYS)[number]
  /** Addresses or ranges of trusted proxies, whose forwarding headers count. Source: security rule 29. */
  readonly proxies: readonly string[]
  /** Addresses or ranges in private networks that webhooks may lead to. Source: security rule 26. */
  readonly privateAddresses: readonly string[]
  /** Rows that the reports of an account may bring in a minute. */
  readonly accountRowsPerMinute: number
  /** Rows of the log that an account may have. */
  readonly accountRows: number
  /** How long reports, and the history of where trackers were shown, are kept (days). */
  readonly kept: { readonly logDays: number; readonly historyDays: number }
  /** Connections that may be open at once, below what the system lets this process open. */
  readonly connections: number
  /** Undefined means that mails stay in the outbox. */
  readonly smtp: SmtpSettings | undefined
  /**
   * Addresses of brokers that accounts may name: all addresses, but public ones alone for accounts that strangers made (`trusted`); all
   * (`any`); public ones (`public`); none (`off`). Source: decision 0055.
   */
  readonly brokers: 'trusted' | 'any' | 'public' | 'off'
  /** Accounts that strangers may make: ones that enter the console, ones that are turned away, or none. Source: G25. */
  readonly signUp: 'business' | 'consumer' | 'off'
  /** By sign-in service, our client id there; a service without one is not offered. */
  readonly clientIds: { readonly [Name in Provider]: string | undefined }
  /** Of the LINE channel whose bot people add to their groups; both are secret. */
  readonly line: { readonly channelSecret: string; readonly accessToken: string } | undefined
  /** By type of device the key its maker gave it; undefined: one that this server made for itself. Source: G44. */
  readonly deviceKeys: { readonly g3: Buffer | undefined; readonly t4: Buffer | undefined }
  /** By model, the assign mode to use instead of the firmware's. Source: G42. */
  readonly assignParams: AssignParams
}

/** Kept for the database, files and programs of our own. */
const HANDLES_KEPT = 512

/** As many connections as this process may have open beside everything else, where the system tells. */
function connectionsOfSystem(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.max(most - HANDLES_KEPT, Math.floor(most / 2))
}

type AssignParams = { readonly [Model in (typeof TRACKER_MODELS)[number]]?: (typeof ASSIGN_PARAMS)[number] }

/** Named in the documentation but not built yet. To accept them silently would promise features that do not exist. */
const NOT_YET =
  /^(MQTT_URL|(APPLE|FACEBOOK|GOOGLE)_(CLIENT_SECRET|APP_SECRET|TEAM_ID|KEY_ID|PRIVATE_KEY)|(APPLE|GOOGLE)_APP_ID|FACEBOOK_CLIENT_ID)$/

const portNumber = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from 0 to 65535.`)
    .transform(Number)
    .refine((value) => value <= 65_535, `${name} must be a whole number from 0 to 65535.`)
const port = (name: string, fallback: number) => portNumber(name).default(fallback)

const days = (name: string, fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `${name} must be a whole number from 1 to 9999.`)
    .transform(Number)
    .default(fallback)

/** A client id or key that is copied from a service: a slip of the hand often leaves a space or half a line. */
const visible = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, `${name} must be as the service shows it, without spaces.`)
    .optional()

/** Bytes that somebody made up: a few of them over and over, or ones that go up or down in even steps. */
function isMadeUp(key: Buffer): boolean {
  const steps = new Set(Array.from(key.subarray(1), (byte, at) => (byte - key[at]! + 256) % 256))
  return new Set(key).size < 8 || steps.size < 4
}

/** At least 256 bits, drawn by chance (security rule 32). */
const deviceKey = (name: string) =>
  z
    .string()
    .regex(/^([0-9a-fA-F]{2}){32,64}$/, `${name} must be 32 to 64 bytes in hex.`)
    .transform((text) => Buffer.from(text, 'hex'))
    .refine((key) => !isMadeUp(key), `${name} must be drawn by chance, such as by openssl rand -hex 32.`)
    .optional()

const assignParam = /^([a-z0-9]+)=([0-9A-F]{2})$/
const isAssignParam = (part: string): boolean => {
  const [, model, mode] = assignParam.exec(part) ?? []
  return TRACKER_MODELS.some((known) => known === model) && ASSIGN_PARAMS.some((known) => known === mode)
}

const isUrl = (protocols: readonly string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const isOrigin = (text: string) =>
  isUrl(['http:', 'https:'])(text) && [`${new URL(text).origin}/`, new URL(text).origin].includes(text.toLowerCase())

/** An IP address, or one with the length of its prefix. */
function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  )
}

const addressRanges = (name: string) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine(
      (parts) => parts.every(isAddressRange),
      `${name} must be addresses or ranges, such as 10.0.0.5,192.168.0.0/16.`,
    )
const host = (name: string) =>
  z.string().regex(/^[A-Za-z0-9_.:-]+$/, `${name} must be an address or a host name, such as 127.0.0.1.`)

const Variables = z.object({
  PORT: port('PORT', 8080),
  HOST: host('HOST').default('0.0.0.0'),
  MQTT_PORT: port('MQTT_PORT', 1883),
  MQTT_HOST: host('MQTT_HOST').optional(),
  MQTT_TLS_PORT: portNumber('MQTT_TLS_PORT').optional(),
  TELTONIKA_PORT: portNumber('TELTONIKA_PORT').optional(),
  GT06_PORT: portNumber('GT06_PORT').optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .refine(isUrl(['postgres:', 'postgresql:']), 'DATABASE_URL must look like postgres://user:password@host:5432/name.')
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'PUBLIC_URL must be an origin without a path, such as https://whereabouts.example.')
    .transform((text) => new URL(text).origin)
    .optional(),
  MAP_STYLE_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']), 'MAP_STYLE_URL must be an http or https address.')
    .default(''),
  PROXIES: addressRanges('PROXIES'),
  PRIVATE_ADDRESSES: addressRanges('PRIVATE_ADDRESSES'),
  MAX_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{1,5}$/, 'MAX_CONNECTIONS must be a whole number from 10 to 999999.')
    .transform(Number)
    .default(10_000),
  ACCOUNT_ROWS_A_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'ACCOUNT_ROWS_A_MINUTE must be a whole number above 0.')
    .transform(Number)
    .default(300_000),
  ACCOUNT_ROWS: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'ACCOUNT_ROWS must be a whole number above 0.')
    .transform(Number)
    .default(1_000_000_000),
  LOG_DAYS: days('LOG_DAYS', KEPT.logDays),
  HISTORY_DAYS: days('HISTORY_DAYS', KEPT.historyDays),
  BRAND: z.enum(BRAND_KEYS, `BRAND must be one of ${BRAND_KEYS.join(', ')}.`).default('default'),
  ...natsVariables,
  ...smtpVariables,
  SIGN_UP: z
    .enum(['business', 'consumer', 'off'], 'SIGN_UP must be one of business, consumer, off.')
    .default('business'),
  BROKERS: z
    .enum(['trusted', 'any', 'public', 'off'], 'BROKERS must be one of trusted, any, public, off.')
    .default('trusted'),
  DEVICE_KEY_G3: deviceKey('DEVICE_KEY_G3'),
  DEVICE_KEY_T4: deviceKey('DEVICE_KEY_T4'),
  ASSIGN_PARAMS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .refine(
      (parts) => parts.every(isAssignParam),
      `ASSIGN_PARAMS must be models with one of ${ASSIGN_PARAMS.join(', ')}, such as g3m=21,g5=1D.`,
    )
    .transform((parts): AssignParams => Object.fromEntries(parts.map((part) => part.split('=')))),
  GOOGLE_CLIENT_ID: visible('GOOGLE_CLIENT_ID'),
  APPLE_CLIENT_ID: visible('APPLE_CLIENT_ID'),
  FACEBOOK_APP_ID: visible('FACEBOOK_APP_ID'),
  LINE_CHANNEL_SECRET: visible('LINE_CHANNEL_SECRET'),
  LINE_CHANNEL_ACCESS_TOKEN: visible('LINE_CHANNEL_ACCESS_TOKEN'),
})

/** Both PEM files, checked to belong together; adds a sentence for each fault. */
function readTls(environment: Environment, folder: string, faults: string[]): Settings['tls'] {
  const { TLS_CERT, TLS_KEY } = environment
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined || TLS_KEY === undefined) {
    faults.push('TLS_CERT and TLS_KEY must be set together, each to the path of a PEM file.')
    return undefined
  }
  const read = (name: string, path: string) => {
    try {
      return readFileSync(resolve(folder, path))
    } catch (error) {
      faults.push(`${name} names a file that cannot be read: ${(error as Error).message}.`)
      return undefined
    }
  }
  const cert = read('TLS_CERT', TLS_CERT)
  const key = read('TLS_KEY', TLS_KEY)
  if (cert === undefined || key === undefined) return undefined
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    faults.push(`TLS_CERT and TLS_KEY do not make a working pair: ${(error as Error).message}.`)
    return undefined
  }
  return { cert, key }
}

/** Both keys, and an address for links in a group; adds a sentence for each fault. */
function readLine(variables: z.output<typeof Variables>, faults: string[]): Settings['line'] {
  const { LINE_CHANNEL_SECRET: channelSecret, LINE_CHANNEL_ACCESS_TOKEN: accessToken, PUBLIC_URL } = variables
  if (channelSecret === undefined && accessToken === undefined) return undefined
  if (channelSecret === undefined || accessToken === undefined) {
    faults.push('LINE_CHANNEL_SECRET and LINE_CHANNEL_ACCESS_TOKEN must be set together.')
    return undefined
  }
  if (PUBLIC_URL === undefined) faults.push('With the keys of LINE, PUBLIC_URL must say where links in groups lead.')
  return { channelSecret, accessToken }
}

/**
 * Reads and checks the environment; an empty variable counts as unset. Paths are relative to the folder npm was called
 * in. Throws one `StartFault` that names every fault, a sentence and a line each; values are not repeated, as some are
 * secret.
 */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const folder = given.INIT_CWD ?? process.cwd()
  const parsed = Variables.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
  const tls = readTls(given, folder, faults)
  for (const name of Object.keys(given).filter((key) => NOT_YET.test(key))) {
    faults.push(`${name} is set, but this version does not have that yet; unset it.`)
  }
  if (given.MQTT_TLS_PORT !== undefined && tls === undefined) {
    faults.push('MQTT_TLS_PORT needs TLS_CERT and TLS_KEY.')
  }
  const nats = parsed.success ? readNats(parsed.data, folder, faults) : undefined
  const line = parsed.success ? readLine(parsed.data, faults) : undefined
  if (!parsed.success || faults.length > 0) throw new StartFault([...new Set(faults)].join('\n'))
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    mqttPort: data.MQTT_PORT,
    hardwarePorts: { teltonika: data.TELTONIKA_PORT, gt06: data.GT06_PORT },
    mqttHost: data.MQTT_HOST ?? data.HOST,
    mqttTlsPort: data.MQTT_TLS_PORT,
    dataDir: resolve(folder, data.DATA_DIR),
    backupDir: resolve(folder, data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups')),
    tls,
    databaseUrl: data.DATABASE_URL,
    nats,
    publicUrl: data.PUBLIC_URL,
    mapStyleUrl: data.MAP_STYLE_URL,
    brand: data.BRAND,
    proxies: data.PROXIES,
    privateAddresses: data.PRIVATE_ADDRESSES,
    accountRowsPerMinute: data.ACCOUNT_ROWS_A_MINUTE,
    accountRows: data.ACCOUNT_ROWS,
    kept: { logDays: data.LOG_DAYS, historyDays: data.HISTORY_DAYS },
    connections: Math.min(data.MAX_CONNECTIONS, connectionsOfSystem()),
    smtp: readSmtp(data, data.PUBLIC_URL),
    signUp: data.SIGN_UP,
    brokers: data.BROKERS,
    clientIds: { google: data.GOOGLE_CLIENT_ID, apple: data.APPLE_CLIENT_ID, facebook: data.FACEBOOK_APP_ID },
    line,
    deviceKeys: { g3: data.DEVICE_KEY_G3, t4: data.DEVICE_KEY_T4 },
    assignParams: data.ASSIGN_PARAMS,
  }
}
