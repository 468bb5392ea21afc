/** Devices that speak to the server under test as they do in life. */
import { randomBytes } from 'node:crypto'
import { demoSenderPassword } from '@whereabouts/fixtures/names'
import { demoSite } from '@whereabouts/fixtures/site'
import type { ServerUnderTest } from '../../../scripts/harness/start-server.ts'
import { sql } from './people.ts'

/** A sender's credential in the account of the demo's owner; answers its password. */
export async function credential(server: ServerUnderTest, senderId: string, kind: string): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  await sql(
    server,
    `insert into credentials (account_id, sender_id, kind, password_hash, created_at)
     values ($1, $2, $3, sha256($4::bytea), $5)`,
    [demoSite.account.account_id, senderId, kind, password, Math.floor(Date.now() / 1000)],
  )
  return password
}

export interface Place {
  readonly lat: number
  readonly lon: number
}

/** One location in OwnTracks' own words. */
export async function owntracks(
  server: ServerUnderTest,
  senderId: string,
  password: string,
  place: Place,
): Promise<void> {
  const { status } = await fetch(`${server.origin}/gateway/owntracks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${senderId}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify({
      _type: 'location',
      tid: 'e2',
      tst: Math.floor(Date.now() / 1000),
      acc: 8,
      batt: 77,
      ...place,
    }),
  })
  if (status !== 200) throw new Error(`OwnTracks was answered ${status}.`)
}

/** One location in OsmAnd's own words, of so many seconds ago. */
export async function osmand(
  server: ServerUnderTest,
  senderId: string,
  password: string,
  { secondsAgo, ...place }: Place & { readonly secondsAgo: number },
): Promise<void> {
  const query = new URLSearchParams({
    id: senderId,
    lat: String(place.lat),
    lon: String(place.lon),
    timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo),
  })
  const { status } = await fetch(`${server.origin}/gateway/osmand/${password}?${query}`)
  if (status !== 200) throw new Error(`OsmAnd was answered ${status}.`)
}

let reports = 0

/** A station of the demo says what it heard just now, in the native words. */
export async function stationReport(
  server: ServerUnderTest,
  t4Id: string,
  scans: readonly { readonly device_id: string; readonly [reading: string]: unknown }[] = [],
): Promise<void> {
  reports += 1
  const { status } = await fetch(`${server.origin}/v3/device/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      t4_id: t4Id,
      key: demoSenderPassword(t4Id),
      seq: Date.now() * 100 + reports,
      scanned_at_ms: Date.now(),
      firmware: '2.4.1',
      scans: scans.map((scan) => ({ rssi: -61, connected: true, ...scan })),
    }),
  })
  if (status !== 200) throw new Error(`The report was answered ${status}.`)
}
