/** People made for a test, each with an account of their own, and what only time or an operator does to them. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../scripts/harness/start-server.ts'
import { loaded } from './open-console.ts'

const ADMIN = join(import.meta.dirname, '../../server/src/admin.ts')

export interface Owner {
  readonly email: string
  readonly name: string
  readonly password: string
}

let made = 0

/** An owner with an empty account, made as an operator makes one. */
export async function makeOwner(server: TestServer, name: string): Promise<Owner> {
  made += 1
  const email = `owner-${made}@kita.example`
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'owner', email, name], {
    env: { ...process.env, DATA_DIR: server.dataDir, PORT: String(server.port), MQTT_PORT: String(server.mqttPort) },
  })
  return { email, name, password: (JSON.parse(stdout) as { password: string }).password }
}

/** Fills the English sign-in form and waits until everything is loaded. */
export async function signInAs(page: Page, { email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/')
  await loaded(page)
}

/** What an operator or the passing of time would do. */
export async function sql(server: TestServer, text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client(server.postmaster().address)
  await client.connect()
  try {
    await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

/** More than five minutes go by since these people proved their password. */
export const letProofAge = (server: TestServer, { email }: Pick<Owner, 'email'>): Promise<void> =>
  sql(
    server,
    `update sessions s set proved_at_ms = 0 from users u
     where u.account_id = s.account_id and u.user_id = s.user_id and u.email = $1`,
    [email],
  )
