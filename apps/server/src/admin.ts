/** `npm run admin -- <command>`: what an operator does at the machine itself. Answers are JSON on standard output. */
import { parseArgs } from 'node:util'
import { EMAIL_PATTERN } from '@whereabouts/domain/emails'
import { sql } from 'kysely'
import { findUserByEmail } from './features/auth/queries.ts'
import { CREDENTIAL_KINDS, type CredentialKind, makeCredential } from './gateway/senders.ts'
import { stationIdOf } from './ingest/newcomers.ts'
import { systemClock, systemRandom, toSeconds } from './platform/clock.ts'
import { connectDatabase, type Db } from './platform/database.ts'
import { migrateDatabase } from './platform/migrations.ts'
import { originOf } from './platform/origin.ts'
import { hashPassword } from './platform/passwords.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { StartFault } from './platform/start-fault.ts'
import { visitDatabase } from './platform/supervise-database.ts'
import { createLog, runMain } from './serve.ts'

const USAGE = `Usage: npm run admin -- <command>

  owner <e-mail> <full name>                    makes a business account and prints its first password
  credential <owner e-mail> <sender id>         makes a sender's credential, or a new password for it
      [--kind any|native|owntracks|osmand|espresense]   the one protocol it may speak (default any)
  revoke <owner e-mail> <sender id>             shuts a sender out within a second
  mail [e-mail]                                 prints the newest mails, a line each; of one address the newest, whole`

const SENDER_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Addresses people reach this machine by, when nothing says otherwise. */
function addresses(settings: Settings): { url: string; mqttUrl: string } {
  const origin = originOf(settings, settings.port)
  const { hostname } = new URL(origin)
  return { url: origin, mqttUrl: `${settings.tls ? 'mqtts' : 'mqtt'}://${hostname}:${settings.mqttPort}` }
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
  const password = await makeCredential(db, systemRandom, {
    accountId,
    senderId,
    kind: kind as CredentialKind,
    // A sender that is named like a station is one; others show by what they say.
    t4Id: stationIdOf(senderId) === senderId ? senderId : null,
    now: toSeconds(systemClock.now()),
  })
  const { url, mqttUrl } = addresses(settings)
  return { url, username: senderId, password, mqtt_url: mqttUrl, topic: `whereabouts/${senderId}/up` }
}

async function revoke(db: Db, args: string[]): Promise<object> {
  const accountId = await accountOf(db, args[0])
  const { numAffectedRows } = await sql`
    update credentials set revoked_at = ${toSeconds(systemClock.now())}
    where account_id = ${accountId} and sender_id = ${senderIdOf(args[1])} and revoked_at is null`.execute(db)
  if (numAffectedRows !== 1n) throw new StartFault('This account has no such credential in force.')
  return { revoked: args[1] }
}

const MAILS_LISTED = 50

/** What is in the outbox; only of an address with its text, as links in it are secrets. */
async function mail(db: Db, [email]: string[]): Promise<object[]> {
  const columns = sql`id, email, kind, subject, created_at_ms, sent_at_ms, next_try_at_ms, tries, fault`
  const { rows } =
    email === undefined
      ? await sql<object>`select ${columns} from mails order by created_at_ms desc limit ${MAILS_LISTED}`.execute(db)
      : await sql<object>`select ${columns}, body_text from mails where lower(email) = lower(${email})
          order by created_at_ms desc limit 1`.execute(db)
  if (email !== undefined && rows.length === 0) throw new StartFault('There is no mail to this address.')
  return rows
}

async function owner(db: Db, [email, fullname]: string[]): Promise<object> {
  if (email === undefined || !EMAIL_PATTERN.test(email)) throw new StartFault('The e-mail is not valid.')
  if (fullname === undefined || fullname.trim() === '') throw new StartFault('The full name is missing.')
  if ((await findUserByEmail(db, email)) !== undefined) throw new StartFault('This e-mail has an account already.')
  const password = systemRandom.bytes(12).toString('base64url')
  const accountId = systemRandom.uuid()
  const now = toSeconds(systemClock.now())
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    await sql`insert into accounts (account_id, created_at) values (${accountId}, ${now})`.execute(transaction)
    await sql`insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
      values (${accountId}, ${systemRandom.uuid()}, ${email}, ${password_hash}, ${fullname.trim()}, 'owner', true, true,
        ${now})`.execute(transaction)
  })
  return { email, password }
}

await runMain(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { kind: { type: 'string', default: 'any' }, help: { type: 'boolean', default: false } },
  })
  const [command, ...args] = positionals
  if (values.help || !['owner', 'credential', 'revoke', 'mail'].includes(command ?? '')) throw new StartFault(USAGE)
  const settings = readSettings(process.env)
  const log = createLog('warn')
  const visit = await visitDatabase(settings, log)
  const { db, close } = connectDatabase(visit.address, log)
  try {
    await migrateDatabase(visit.address, log)
    if (command === 'mail') {
      const indent = args[0] === undefined ? 0 : 2
      for (const row of await mail(db, args)) console.log(JSON.stringify(row, null, indent))
      return
    }
    const answer =
      command === 'owner'
        ? await owner(db, args)
        : command === 'revoke'
          ? await revoke(db, args)
          : await credential(db, settings, args, values.kind)
    console.log(JSON.stringify(answer, null, 2))
  } finally {
    await close()
    await visit.stop()
  }
})
