/** The commands of `npm run admin`: what an operator does at the machine itself. */
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newEmail } from '@whereabouts/contract/accounts'
import { DEFAULT_LOCALE } from '@whereabouts/contract/locales'
import { nameText } from '@whereabouts/contract/texts'
import { CREDENTIAL_KINDS, type CredentialKind, IMEI, isHardwareKind, SENDER_ID } from '@whereabouts/domain/senders'
import { DEVICE_TYPES } from '@whereabouts/domain/stations'
import { TRACKER_MODELS } from '@whereabouts/domain/trackers'
import { sql } from 'kysely'
import type { App } from './context.ts'
import { recordActivity } from './events/activity.ts'
import { hasBusinessUsers, insertOwner } from './features/accounts/queries.ts'
import { findUserByEmail } from './features/auth/queries.ts'
import { handOver } from './features/credentials/hand-over.ts'
import { insertCredential, revokeCredential } from './features/credentials/queries.ts'
import { EXCURSION_SECRET, linkWith, verifyExcursionsCsv } from './features/excursions/csv.ts'
import { insertFirmware } from './features/onboarding/firmwares.ts'
import { listStoredRows } from './ingest/receive/stored-rows.ts'
import { listJobs } from './jobs/list.ts'
import { systemClock, systemRandom, toSeconds } from './platform/clock.ts'
import { toRefusal } from './platform/http/answer.ts'
import { mqttUrlOf, originOf, ownAddresses } from './platform/http/origin.ts'
import type { Log } from './platform/log.ts'
import { hashPassword } from './platform/passwords.ts'
import { backUp, backUpBeforeUpgrade, restore } from './platform/postgres/backups.ts'
import { connectDatabase, type Db } from './platform/postgres/database.ts'
import { withClient } from './platform/postgres/database-client.ts'
import { listSpread } from './platform/postgres/distribute-tables.ts'
import { migrateDatabase } from './platform/postgres/migrations.ts'
import { visitDatabase } from './platform/postgres/supervise-database.ts'
import { serverSecret } from './platform/secrets.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { StartFault } from './platform/start-fault.ts'

const USAGE = `Usage: npm run admin -- <command>

  owner <e-mail> <full name>                    creates a business account and prints its first password
  credential <owner e-mail> <sender id>         creates the credential of a sender, or gives it a new password
      [--kind ${CREDENTIAL_KINDS.join('|')}]   the only protocol it may use (default any)
  integrator <e-mail> [on|off]                  allows an account to create business users, or stops it
  location-service <e-mail> [on|off]            allows an account to add stations, or stops it
  revoke <owner e-mail> <sender id>             revokes a credential; its sender is refused within a second
  firmware <model> <version> <image> <signature>  adds firmware from two files, for upgrades over the air
  usage                                         lists accounts by the rows of the log and the pictures they have stored
  mail [e-mail]                                 lists the newest mails; with an address, prints its newest mail in full
  jobs                                          lists the jobs that wait, run or failed
  verify-excursions <file>                      tells whether a CSV of excursions is as this server wrote it, which row is not, and whether its month was over
  backup                                        copies the bundled database; the server may keep running
  restore <copy>                                replaces the database by a copy; stop the server first`

const DEPS = { clock: systemClock, random: systemRandom }
/** How the activity log of an account names the operator. */
const operatorIn = (accountId: string) =>
  ({ accountId, sessionId: null, deviceType: 'web', name: 'npm run admin' }) as const

/** Addresses of this machine for people and senders, unless settings name others. */
function addresses(
  settings: Settings,
): Pick<App, 'settings' | 'origin' | 'mqttUrl' | 'hardwarePorts' | 'ownAddresses'> {
  const origin = originOf(settings, settings.port)
  return {
    settings,
    origin: () => origin,
    mqttUrl: () => mqttUrlOf(settings, origin, settings.mqttTlsPort ?? settings.mqttPort),
    hardwarePorts: () => settings.hardwarePorts,
    ownAddresses: () => ownAddresses(settings.host, networkInterfaces()),
  }
}

async function accountOf(db: Db, email: string | undefined): Promise<string> {
  const user = email === undefined ? undefined : await findUserByEmail(db, email)
  if (user === undefined) throw new StartFault('There is no account with this e-mail.')
  return user.account_id
}

function senderIdOf(senderId: string | undefined): string {
  if (senderId === undefined || !SENDER_ID.test(senderId)) {
    throw new StartFault('A sender id has 1 to 64 letters, digits, hyphens or underscores.')
  }
  return senderId
}

async function credential(db: Db, settings: Settings, args: string[], kind: string): Promise<object> {
  if (!CREDENTIAL_KINDS.some((known) => known === kind)) {
    throw new StartFault(`--kind must be one of ${CREDENTIAL_KINDS.join(', ')}.`)
  }
  const accountId = await accountOf(db, args[0])
  const senderId = senderIdOf(args[1])
  if (isHardwareKind(kind as CredentialKind) && !IMEI.test(senderId)) {
    throw new StartFault('The sender id of this kind is the IMEI of the tracker: 15 digits.')
  }
  const now = toSeconds(systemClock.now())
  const made = { accountId, senderId, kind: kind as CredentialKind, now, replaces: true }
  const password = await db
    .transaction()
    .execute(async (transaction) => {
      await recordActivity(transaction, DEPS, operatorIn(accountId), {
        action: 'create_credential',
        target: senderId,
        ip: '',
      })
      return (await insertCredential(transaction, systemRandom, made))!
    })
    .catch((error: unknown) => {
      if (toRefusal(error).errorName === 'conflict')
        throw new StartFault('Another account has the tracker of this IMEI.')
      throw error
    })
  const {
    sender_id: username,
    kind: _known,
    tcp_port: port,
    ...rest
  } = handOver(addresses(settings), { sender_id: senderId, kind: made.kind, password })
  return { username, ...rest, ...(port === null ? {} : { tcp_port: port }) }
}

async function revoke(db: Db, args: string[]): Promise<object> {
  const accountId = await accountOf(db, args[0])
  const senderId = senderIdOf(args[1])
  await db.transaction().execute(async (transaction) => {
    if (!(await revokeCredential(transaction, accountId, senderId, toSeconds(systemClock.now())))) {
      throw new StartFault('This account has no valid credential of that name.')
    }
    const deed = { action: 'revoke_credential', target: senderId, ip: '' } as const
    await recordActivity(transaction, DEPS, operatorIn(accountId), deed)
  })
  return { revoked: senderId }
}

/** Puts somebody in the group that no call can enter or leave (G35). */
async function integrator(db: Db, [email, state = 'on']: string[]): Promise<object> {
  if (state !== 'on' && state !== 'off') throw new StartFault('The last argument must be on or off.')
  const accountId = await accountOf(db, email)
  await db.transaction().execute(async (transaction) => {
    await sql`select from accounts where account_id = ${accountId} for update`.execute(transaction)
    if (state === 'off' && (await hasBusinessUsers(transaction, accountId))) {
      throw new StartFault('This integrator still has business users. Delete them first.')
    }
    await sql`update users set groups = array_remove(groups, 'Integrator')
        || case when ${state === 'on'} then array['Integrator'] else '{}' end
      where account_id = ${accountId} and lower(email) = lower(${email})`.execute(transaction)
    const deed = { action: 'change_groups', target: email ?? '', ip: '' } as const
    await recordActivity(transaction, DEPS, operatorIn(accountId), deed)
  })
  return { email, integrator: state === 'on' }
}

/** Switches whether an account may add stations (G37); stations it already has stay. */
async function locationService(db: Db, [email, state = 'on']: string[]): Promise<object> {
  if (state !== 'on' && state !== 'off') throw new StartFault('The last argument must be on or off.')
  const accountId = await accountOf(db, email)
  await sql`update accounts set location_service = ${state === 'on'} where account_id = ${accountId}`.execute(db)
  return { email, location_service: state === 'on' }
}

/** Largest image of a firmware, and largest signature (bytes). */
const MAX_FIRMWARE = 16 * 1024 * 1024
const MAX_SIGNATURE = 4096

async function readBytes(what: string, path: string | undefined, most: number): Promise<Buffer> {
  if (path === undefined) throw new StartFault(`The file of the ${what} is missing.`)
  const folder = process.env.INIT_CWD ?? process.cwd()
  const bytes = await readFile(resolve(folder, path)).catch((error: Error) => {
    throw new StartFault(`The file of the ${what} cannot be read: ${error.message}.`)
  })
  if (bytes.length === 0 || bytes.length > most) throw new StartFault(`The ${what} must have 1 to ${most} bytes.`)
  return bytes
}

/** A version is stored once and never changed: devices must not run two different images under one name. */
async function firmware(db: Db, [model, version, imagePath, signaturePath]: string[]): Promise<object> {
  const models = [...TRACKER_MODELS, DEVICE_TYPES.t4]
  if (model === undefined || !models.some((known) => known === model)) {
    throw new StartFault(`The model must be one of ${models.join(', ')}.`)
  }
  if (version === undefined || !/^\d{1,4}\.\d{1,4}\.\d{1,6}$/.test(version)) {
    throw new StartFault('The version must be three numbers, such as 1.8.3.')
  }
  const image = await readBytes('image', imagePath, MAX_FIRMWARE)
  const signature = await readBytes('signature', signaturePath, MAX_SIGNATURE)
  const isNew = await insertFirmware(db, { model, version, image, signature, now: toSeconds(systemClock.now()) })
  if (!isNew) throw new StartFault(`Version ${version} of ${model} exists already.`)
  return { device_model: model, version, size: image.length }
}

/** Largest file of a record (bytes). */
const MAX_RECORD = 64 * 1024 * 1024

async function verifyExcursions(db: Db, [path]: string[]): Promise<object> {
  const file = (await readBytes('record', path, MAX_RECORD)).toString('utf8')
  const verified = verifyExcursionsCsv(file, linkWith(await serverSecret(db, systemRandom, EXCURSION_SECRET)))
  if ('fault' in verified) throw new StartFault(verified.fault)
  return { whole: true, ...verified }
}

const MAILS_LISTED = 50
const JOBS_LISTED = 200

/** How much each account has stored, the largest first. */
async function usage(db: Db, { accountRows, kept }: Settings): Promise<object[]> {
  const stored = await listStoredRows(db, { now: systemClock.now(), days: kept.logDays })
  const { rows } = await sql<{ account_id: string; email: string; picture_bytes: number }>`
    select a.account_id, coalesce(o.email, '') as email,
      coalesce((select sum(octet_length(image)) from media m where m.account_id = a.account_id), 0)::bigint as picture_bytes
    from accounts a left join lateral (
      select email from users u where u.account_id = a.account_id and class = 'owner' order by created_at, user_id limit 1
    ) o on true`.execute(db)
  const rowsOf = new Map(stored.map((each) => [each.account_id, each.rows]))
  return rows
    .map(({ account_id, ...rest }) => ({ account_id, ...rest, rows: rowsOf.get(account_id) ?? 0 }))
    .map((each) => ({ ...each, percent_of_rows: Math.round((each.rows / accountRows) * 100) }))
    .toSorted((one, other) => other.rows - one.rows || other.picture_bytes - one.picture_bytes)
}

/** The newest mails of the outbox. The text comes only with an address, as its links are secrets. */
async function mail(db: Db, [email]: string[]): Promise<object | object[]> {
  const columns = sql`id, email, kind, subject, created_at_ms, sent_at_ms, next_try_at_ms, tries, fault`
  const { rows } =
    email === undefined
      ? await sql<object>`select ${columns} from mails order by created_at_ms desc limit ${MAILS_LISTED}`.execute(db)
      : await sql<object>`select ${columns}, body_text from mails where lower(email) = lower(${email})
          order by created_at_ms desc limit 1`.execute(db)
  if (email === undefined) return rows
  if (rows[0] === undefined) throw new StartFault('There is no mail to this address.')
  return rows[0]
}

async function owner(db: Db, [email, fullname]: string[]): Promise<object> {
  const { data: address } = newEmail.safeParse(email)
  if (address === undefined) throw new StartFault('The e-mail is not valid.')
  if (fullname === undefined || fullname.trim() === '') throw new StartFault('The full name is missing.')
  const { data: name } = nameText.safeParse(fullname)
  if (name === undefined) throw new StartFault('The full name may have at most 50 characters, none of them invisible.')
  if ((await findUserByEmail(db, address)) !== undefined) throw new StartFault('This e-mail has an account already.')
  const password = systemRandom.bytes(12).toString('base64url')
  const person = {
    account_id: systemRandom.uuid(),
    user_id: systemRandom.uuid(),
    email: address,
    password_hash: await hashPassword(password),
    fullname: name,
    locale: DEFAULT_LOCALE,
    b2b_user: true,
    verified: true,
    created_at: toSeconds(systemClock.now()),
  }
  await db.transaction().execute(async (transaction) => {
    await insertOwner(transaction, person)
    await recordActivity(transaction, DEPS, operatorIn(person.account_id), { action: 'sign_up', ip: '' })
  })
  return { email: address, password }
}

/** How to back up a database that is not ours. */
async function adviceFor(connectionString: string): Promise<string> {
  const tables = await withClient({ connectionString }, listSpread).catch(() => [])
  return tables.length === 0
    ? 'DATABASE_URL names a database of your own. Back it up with its own tools, such as pg_dump.'
    : `DATABASE_URL names a coordinator of Citus. The rows of ${tables.join(', ')} are on its workers: a copy of the coordinator leaves them out, and pg_dump reads them at different moments. Back up every node, with pgBackRest for example, and restore all to one point of citus_create_restore_point.`
}

/** Works beside a running server too; starts the database where it is not running. */
async function backup(settings: Settings, log: Log): Promise<object> {
  if (settings.databaseUrl !== undefined) throw new StartFault(await adviceFor(settings.databaseUrl))
  const visit = await visitDatabase(settings, log)
  try {
    const name = await backUp(settings, { address: visit.address, clock: systemClock, log }, 'by-hand')
    return { backup: name, folder: join(settings.backupDir, name) }
  } finally {
    await visit.stop()
  }
}

/** Commands about backups. They take the database as it is, without migrating it. */
const OF_COPIES: Readonly<Record<string, (settings: Settings, args: string[], log: Log) => Promise<object>>> = {
  backup: (settings, _args, log) => backup(settings, log),
  restore: (settings, [name = ''], log) => restore(settings, { clock: systemClock, log }, name),
}

/** The other commands. An answer that is a list is printed one object a line. */
const COMMANDS: Readonly<
  Record<string, (db: Db, settings: Settings, args: string[], kind: string) => Promise<object | object[]>>
> = {
  owner: (db, _settings, args) => owner(db, args),
  credential,
  integrator: (db, _settings, args) => integrator(db, args),
  'location-service': (db, _settings, args) => locationService(db, args),
  revoke: (db, _settings, args) => revoke(db, args),
  firmware: (db, _settings, args) => firmware(db, args),
  usage: (db, settings) => usage(db, settings),
  mail: (db, _settings, args) => mail(db, args),
  'verify-excursions': (db, _settings, args) => verifyExcursions(db, args),
  jobs: (db) => listJobs(db, { most: JOBS_LISTED }),
}

const commandOf = <Command>(commands: Readonly<Record<string, Command>>, name: string): Command | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

async function run(command: (typeof COMMANDS)[string], settings: Settings, args: string[], kind: string, log: Log) {
  const visit = await visitDatabase(settings, log)
  const { address } = visit
  try {
    const beforeUpgrade = (migration: string) =>
      backUpBeforeUpgrade(settings, { address, clock: systemClock, log }, migration)
    const roles = await migrateDatabase(address, log, { beforeUpgrade, mustHaveTables: true })
    const { db, close } = connectDatabase(address, log, roles)
    return await command(db, settings, args, kind).finally(close)
  } finally {
    await visit.stop()
  }
}

/**
 * Runs one command and answers what it prints: one object, or a list that is printed one object a line. Throws a
 * StartFault, a sentence for the operator, where the command cannot be done.
 */
export async function runAdmin(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { kind: { type: 'string', default: 'any' }, help: { type: 'boolean', default: false } },
  })
  const [name = '', ...args] = positionals
  const [command, ofCopies] = [commandOf(COMMANDS, name), commandOf(OF_COPIES, name)]
  if (values.help || (command === undefined && ofCopies === undefined)) throw new StartFault(USAGE)
  const settings = readSettings(env)
  const answer =
    command === undefined ? await ofCopies!(settings, args, log) : await run(command, settings, args, values.kind, log)
  return Array.isArray(answer)
    ? answer.map((row) => `${JSON.stringify(row)}\n`).join('')
    : `${JSON.stringify(answer, null, 2)}\n`
}
