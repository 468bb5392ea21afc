/** What a console showed and what the past says of it are the same, though the server is killed in between. Source: decisions 0044, 0086. */
import { randomUUID } from 'node:crypto'
import type { Tracker } from '@whereabouts/contract/trackers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../../scripts/harness/given.ts'
import { type LedgerSite, makeLedgerSite } from '../../../../../scripts/harness/ledger-site.ts'
import { type Chance, seededRandom, whole } from '../../../../../scripts/harness/seeded.ts'
import { startServer, type TestServer } from '../../../../../scripts/harness/start-server.ts'
import { isLong, seedOf } from '../../../../../scripts/harness/test-run.ts'

const STATIONS = 6
/** Enough that some fall silent for longer than they may. */
const [TRACKERS, MINUTES] = isLong ? [60, 40] : [40, 20]
/** Every so many minutes it is noted what a console shows. */
const LOOK_EVERY = 4
const METRES_PER_PIXEL = 0.05
const OFFLINE_AFTER_S = 930
const MINUTE = 60_000

/** Two floors, each with half of the stations in a row. */
async function placeStations({ address }: TestServer, { senders }: LedgerSite): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const floors = [randomUUID(), randomUUID()]
    for (const [index, id] of floors.entries()) {
      await client.query(
        `insert into indoor_maps (account_id, id, map_name, image_type, image, width, height, metres_per_pixel, created_at)
         select account_id, $1, $2, 'image/png', '', 1000, 500, $3, 0 from users where email = 'ledger@example.com'`,
        [id, `Floor ${index}`, METRES_PER_PIXEL],
      )
    }
    for (const [index, { sender_id }] of senders.entries()) {
      await client.query(`update stations set map_id = $2, "indoor_X" = $3, "indoor_Y" = 250 where t4_id = $1`, [
        sender_id,
        floors[index % 2],
        150 + 350 * Math.floor(index / 2),
      ])
    }
  } finally {
    await client.end()
  }
}

/** Where somebody is: near which station, how far from it, and until when it is silent (minutes). */
interface Walker {
  station: number
  distance: number
  silentUntil: number
}

function walk(walker: Walker, minute: number, chance: Chance): void {
  if (chance() < 0.15) walker.station = whole(chance, 0, STATIONS - 1)
  walker.distance = whole(chance, 0, 20)
  if (minute >= walker.silentUntil && chance() < 0.02) walker.silentUntil = minute + whole(chance, 5, 30)
}

/** How a tracker looks on the screen. */
function looksOf(tracker: Tracker, isOffline: boolean) {
  const info = tracker.qualified_location_info
  return {
    sender: info?.sender_device_id,
    map: info?.reason_data.indoor_map_id,
    code: info === null ? null : info.reason_code % 400,
    isOffline,
  }
}

test('devices at many instants are in the past as they were shown, through a kill of the server', async () => {
  const chance = seededRandom(seedOf(20))
  const server = await startServer({ env: { ACCOUNT_ROWS_A_MINUTE: '100000' } })
  onTestFinished(() => server.stop())
  const site = await makeLedgerSite(server.address, { senders: STATIONS, trackers: TRACKERS })
  await placeStations(server, site)
  const startMs = Math.floor(Date.now() / MINUTE) * MINUTE - (MINUTES + 5) * MINUTE
  const walkers = site.device_ids.map(
    (): Walker => ({ station: whole(chance, 0, STATIONS - 1), distance: 5, silentUntil: 0 }),
  )
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${site.token}` }
    return (await fetch(`${server.origin}/v3${path}`, { headers })).json()
  }

  async function report(minute: number): Promise<void> {
    for (const walker of walkers) walk(walker, minute, chance)
    const speak = async ({ sender_id, password }: LedgerSite['senders'][number], index: number) => {
      const scans = walkers.flatMap((walker, place) => {
        // A neighbour on the same floor hears it too, but worse.
        const away = Math.abs(walker.station - index)
        const hears = minute >= walker.silentUntil && (away === 0 || away === 2)
        const rssi = -55 - walker.distance - 7 * away
        return hears ? [{ device_id: site.device_ids[place], rssi, connected: true, battery: 80 }] : []
      })
      const body = {
        t4_id: sender_id,
        key: password,
        seq: minute,
        scanned_at_ms: startMs + minute * MINUTE + index,
        scans,
      }
      const sent = await fetch(`${server.origin}/v3/device/report`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      })
      expect(sent.status).toBe(200)
    }
    await Promise.all(site.senders.map(speak))
  }

  const heardAt = (minute: number) => site.device_ids.filter((_id, place) => minute >= walkers[place]!.silentUntil)
  const noted: { atMs: number; shown: Tracker[] }[] = []
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await report(minute)
    if (minute === MINUTES / 2) {
      server.process().child.kill('SIGKILL')
      await server.process().exited
      await server.restart()
    }
    if (minute % LOOK_EVERY !== 0) continue
    const heard = new Set(heardAt(minute))
    const newest = Math.floor((startMs + minute * MINUTE) / 1000)
    const shown = await eventually(async () => {
      const { trackers } = (await get('/app/trackers?count=1000')) as { trackers: Tracker[] }
      expect(trackers.filter(({ last_seen }) => (last_seen ?? 0) >= newest)).toHaveLength(heard.size)
      return trackers
    })
    noted.push({ atMs: startMs + minute * MINUTE + STATIONS, shown })
  }

  // What waits of the last minute is written half a second later.
  const lastMs = noted.at(-1)!.atMs
  await eventually(async () => {
    const { changes } = await get(`/app/history/changes?from_ms=${lastMs - MINUTE}&until_ms=${lastMs}`)
    expect(changes.length).toBeGreaterThan(0)
  })
  let compared = 0
  for (const { atMs, shown } of noted) {
    const past: { trackers: Tracker[] } = await get(`/app/history/site?at_ms=${atMs}`)
    const byId = new Map(past.trackers.map((tracker) => [tracker.device_id, tracker]))
    for (const live of shown.filter(({ last_seen }) => last_seen !== null)) {
      const then = byId.get(live.device_id)!
      const what = `${live.device_id}, minute ${(atMs - startMs) / MINUTE}`
      const wasOffline = Math.floor(atMs / 1000) - live.last_seen! > OFFLINE_AFTER_S
      expect(looksOf(then, then.status === 'offline'), what).toEqual(looksOf(live, wasOffline))
      const metres = Math.hypot(then.indoor_X! - live.indoor_X!, then.indoor_Y! - live.indoor_Y!) * METRES_PER_PIXEL
      expect(metres, what).toBeLessThanOrEqual(1)
      compared += 1
    }
    expect(byId.size).toBe(shown.filter(({ last_seen }) => last_seen !== null).length)
  }
  expect(compared).toBeGreaterThan(TRACKERS * (MINUTES / LOOK_EVERY - 2))
})
