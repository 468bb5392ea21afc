/** People made for a test, each with an account of their own, and what only time or an operator does to them. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Page } from 'playwright-core'
import type { ServerUnderTest } from '../../../scripts/harness/start-server.ts'
import { PASSWORD, STORED_PASSWORD } from '../../../scripts/harness/stored-password.ts'
import { enter } from './open-console.ts'

export interface Owner {
  readonly email: string
  readonly name: string
  readonly password: string
}

let made = 0

/** An owner with an empty account. */
export async function makeOwner(server: ServerUnderTest, name: string): Promise<Owner> {
  made += 1
  const owner = { email: `owner-${made}@kita.example`, name, password: PASSWORD }
  await sql(
    server,
    `with account as (insert into accounts (account_id, created_at) values ($1, $2))
     insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
     values ($1, $3, $4, $5, $6, 'owner', true, true, $2)`,
    [randomUUID(), Math.floor(Date.now() / 1000), randomUUID(), owner.email, STORED_PASSWORD, name],
  )
  return owner
}

/** Lets them in; resolves when everything is loaded, on the map unless another path is named. */
export const signInAs = (page: Page, { email, password }: Pick<Owner, 'email' | 'password'>, path?: string) =>
  enter(page, email, password, path)

/** What an operator or the passing of time would do. */
export async function sql(server: ServerUnderTest, text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client(server.address)
  await client.connect()
  try {
    await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

/** More than five minutes go by since these people proved their password. */
export const letProofAge = (server: ServerUnderTest, { email }: Pick<Owner, 'email'>): Promise<void> =>
  sql(
    server,
    `update sessions s set proved_at_ms = 0 from users u
     where u.account_id = s.account_id and u.user_id = s.user_id and u.email = $1`,
    [email],
  )
