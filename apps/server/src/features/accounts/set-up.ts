/** The first owner of a fresh server, by the link its start prints. Source: security rule 8; README, "Run it for real". */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import { toSeconds } from '../../platform/clock.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { findMailLink, insertMailLink } from '../mail/links.ts'
import { checkNewPassword } from './new-password.ts'
import { insertOwner } from './queries.ts'

/** Locked while a call checks whether there is an owner. */
async function isFresh(db: Db): Promise<boolean> {
  await sql`lock table users in share row exclusive mode`.execute(db)
  const { rows } = await sql`select from users limit 1`.execute(db)
  return rows.length === 0
}

/** The link that makes the first owner, valid for 24 hours and in place of older ones; undefined once there is any account. */
export function makeSetupLink(app: Pick<App, 'db' | 'clock' | 'random' | 'origin'>): Promise<string | undefined> {
  return app.db.transaction().execute(async (db) => {
    await sql`delete from mail_links where purpose = 'setup'`.execute(db)
    if (!(await isFresh(db))) return undefined
    const link = { purpose: 'setup', account_id: null, user_id: null, email: '', objects: [] } as const
    return `${app.origin()}/setup#token=${await insertMailLink(db, app, link)}`
  })
}

export async function setUp(
  app: App,
  { token, user }: BodyOf<typeof accounts.setUp>,
  ip: string,
): Promise<Record<never, never>> {
  const now = app.clock.now()
  await guessing(app, ip, 'invalidToken', async () => {
    if ((await findMailLink(app.db, token, now))?.purpose !== 'setup') throw refuse('invalidToken')
  })
  await checkNewPassword(user.password, user.email, 'password')
  const owner = {
    account_id: app.random.uuid(),
    user_id: app.random.uuid(),
    email: user.email,
    password_hash: await hashPassword(user.password),
    fullname: user.fullname,
    locale: user.locale,
    b2b_user: true,
    verified: true,
    created_at: toSeconds(now),
  }
  await app.db.transaction().execute(async (db) => {
    if (!(await isFresh(db))) throw refuse('invalidToken')
    const { numAffectedRows } = await sql`
      delete from mail_links where purpose = 'setup' and token_hash = ${hashToken(token)}`.execute(db)
    if (numAffectedRows !== 1n) throw refuse('invalidToken')
    await insertOwner(db, owner)
    await recordActivity(db, app, doerOf(owner), { action: 'sign_up', ip })
  })
  return {}
}
