/** SQL of how an account shows itself; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Columns of accounts that hold the address of a picture. */
export type BrandPicture = 'custom_logo' | 'about_image'

/** The current address, '' for none; locked until the transaction ends. */
export async function lockBrandPicture(db: Db, accountId: string, which: BrandPicture): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select ${sql.ref(which)} as address from accounts where account_id = ${accountId} for no key update`.execute(db)
  return rows[0]?.address ?? ''
}

export async function setBrandPicture(db: Db, accountId: string, which: BrandPicture, address: string): Promise<void> {
  await sql`update accounts set ${sql.ref(which)} = ${address} where account_id = ${accountId}`.execute(db)
}

export async function setAboutContent(db: Db, accountId: string, content: string): Promise<void> {
  await sql`update accounts set about_content = ${content} where account_id = ${accountId}`.execute(db)
}
