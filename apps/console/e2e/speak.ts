/** Devices that speak to the server under test as they do in life. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoSenderPassword } from '@whereabouts/fixtures/names'
import type { TestServer } from '../../../scripts/harness/start-server.ts'

const ADMIN = join(import.meta.dirname, '../../server/src/admin.ts')

/** A sender's credential, made as an operator makes it: by the command, in the account of the demo's owner. */
export async function credential(server: TestServer, senderId: string, kind: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'credential', 'owner@hinoki.example', senderId, '--kind', kind],
    {
      env: { ...process.env, DATA_DIR: server.dataDir, PORT: String(server.port), MQTT_PORT: String(server.mqttPort) },
    },
  )
  return (JSON.parse(stdout) as { password: string }).password
}

export interface Place {
  readonly lat: number
  readonly lon: number
}

/** One location in OwnTracks' own words. */
export async function owntracks(server: TestServer, senderId: string, password: string, place: Place): Promise<void> {
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
  server: TestServer,
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
  server: TestServer,
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
