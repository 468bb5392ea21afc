/** The photo of a person, set with the rest of the own profile. Source: specification §7; PHOTO-01. */
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { readPicture } from './read-picture.ts'
import { replacePicture } from './store.ts'

/**
 * Decodes a headshot, '' for none, and answers a function that puts it into the profile: decoding takes time, and no
 * transaction should wait for it.
 */
export async function readHeadshot(app: App, actor: Actor, dataUrl: string): Promise<(db: Db) => Promise<void>> {
  const { accountId, userId } = actor
  const picture = dataUrl === '' ? undefined : await readPicture(app, accountId, 'headshot', dataUrl)
  return async (db) => {
    const { rows } = await sql<{ headshot: string }>`
      select headshot from users where account_id = ${accountId} and user_id = ${userId} for no key update`.execute(db)
    const change = { field: 'headshot', old: rows[0]?.headshot ?? '', picture } as const
    const address = await replacePicture(db, app, accountId, change)
    await sql`update users set headshot = ${address} where account_id = ${accountId} and user_id = ${userId}`.execute(
      db,
    )
  }
}
