import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATION_BLINK } from '@whereabouts/domain/device-settings'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../scripts/harness/all-heard.ts'
import { connectSender } from '../../../../scripts/harness/connect-sender.ts'
import { doDueJobs } from '../../../../scripts/harness/due-jobs.ts'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../scripts/harness/ward.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { ingest } = app.running

const house = await ward(app).newWard()
const { person, station } = house
const { accountId, token } = person
const [tracker, other] = [await given.tracker(accountId), await given.tracker(accountId)]
await call('POST', '/v3/app/carepads', { token, body: { carepad_id: 'CP-1', carepad_name: 'Bed 1' } })
const receiver = await given.person()
const offer = { device_id: tracker, email: receiver.email }
await call('POST', '/v3/app/sharing', { token, body: offer })
const invitation = (await latestMail(database.address, receiver.email)).token
await call('POST', '/v3/app/sharing/accept', { body: { token: invitation } })
const reader = await given.credential(accountId, 'hub', { kind: 'reader' })

/** All that a report says, and what readers say after it. */
const HEARD = { connected: true, battery: 80, temperature: 37.2 }
const HEARD_BEFORE = { connected: false, battery: 50, temperature: 36.1 }

async function hear({ connected, battery, temperature }: typeof HEARD): Promise<void> {
  clock.move(1000)
  const scan = { rssi: -60, connected, battery }
  await house.say([
    ...[tracker, other].map((device_id) => ({ ...scan, device_id })),
    { device_id: 'CP-1', rssi: -60, temperature },
  ])
  await eventually(async () => expect(ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY))
}

/** One report is in the hot rows and another one, a second later, is not. */
async function heardTwice(): Promise<void> {
  const client = await connectSender(app, station.t4Id, station.password)
  clock.hold()
  // Consoles that connect a moment after an edit load all lists.
  clock.move(5000)
  await hear(HEARD_BEFORE)
  await client.publishAsync('espresense/rooms/hall/status', 'offline', { qos: 1 })
  await allHeard(app)
  await hear(HEARD)
}

const get = async (path: string, by = token) => (await call('GET', `/v3${path}`, { token: by })).body
const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  (await call(method, `/v3${path}`, { token, body })).body
const geo = async (path: string) => (await call('GET', `/geo${path}`, { token })).body
const now = () => clock.now()
const nowS = () => Math.floor(clock.now() / 1000)
/** What lists say of a device; each says a part of it. */
interface Listed {
  readonly device_id: string
  readonly battery: number
  readonly last_seen: number
  readonly last_seen_ms: number
}
const ofTracker = (rows: readonly Listed[]): Listed => rows.find(({ device_id }) => device_id === tracker)!
const range = () => `from_ms=${clock.now() - 600_000}&until_ms=${clock.now()}`
const trailRange = () => `start_time=${nowS() - 600}&end_time=${nowS()}`
const battery = ({ battery }: { battery: number }) => battery
const startRollCall = () =>
  send('POST', '/app/rollcalls', { id: randomUUID(), is_drill: true, started_at_ms: clock.now() })
const seenOf = ({ people }: { people: readonly Listed[] }) => ofTracker(people).last_seen_ms

const tick = () => ({ command_id: randomUUID(), device_id: tracker, is_safe: true, at_ms: clock.now() })

/** By what people see: what is read, and what it says after the report. */
const READERS: Readonly<Record<string, readonly [read: () => Promise<unknown>, expected: () => unknown]>> = {
  'the list of trackers': [async () => battery(ofTracker((await get('/app/trackers')).trackers)), () => 80],
  'the list of somebody a tracker is shared with': [
    async () => battery(ofTracker((await get('/app/trackers', receiver.token)).trackers)),
    () => 80,
  ],
  'the answer to a change of a tracker': [
    async () => battery((await send('PUT', `/app/trackers/${tracker}`, { name: randomUUID() })).tracker),
    () => 80,
  ],
  'ringing a tracker that is back': [
    async () => (await send('POST', '/app/trackers/ring', { device_id: tracker, ringing: true })).code,
    () => 200,
  ],
  'the console of somebody who accepts a share': [
    async () => {
      const newcomer = await given.person()
      const { events } = await listen(app, newcomer.token)
      await send('POST', '/app/sharing', { device_id: other, email: newcomer.email })
      const mail = await latestMail(database.address, newcomer.email)
      await call('POST', '/v3/app/sharing/accept', { body: { token: mail.token } })
      return eventually(async () => {
        const told: { battery?: number } = toldOf(events, other)
        expect(told).toHaveProperty('battery')
        return told.battery
      })
    },
    () => 80,
  ],
  'a console that connects': [
    async () => {
      const { events } = await listen(app, token)
      return eventually(async () => {
        const told: { battery?: number } = toldOf(events, tracker)
        expect(told).toHaveProperty('battery')
        return told.battery
      })
    },
    () => 80,
  ],
  'the list of stations': [async () => (await get('/app/stations')).stations[0].connection_status, () => 'connected'],
  'the answer to a change of a station': [
    async () => (await send('PUT', `/app/stations/${station.t4Id}`, { t4_name: randomUUID() })).station.lastseen_time,
    nowS,
  ],
  'blinking a station that is back': [
    async () => (await send('POST', `/app/stations/${station.t4Id}/led`, STATION_BLINK)).code,
    () => 200,
  ],
  'calibrating a station that is back': [
    async () => {
      const body = { action: 'start', device_id: tracker, t4_ids: [station.t4Id] }
      return (await send('POST', '/app/stations/calibration/manual', body)).invalid_t4
    },
    () => [],
  ],
  'the list of carepads': [async () => (await get('/app/carepads')).carepads[0].temperature, () => 37.2],
  'the answer to a change of a carepad': [
    async () => (await send('PUT', '/app/carepads/CP-1', { carepad_name: randomUUID() })).carepad.temperature,
    () => 37.2,
  ],
  'a trail': [
    async () => {
      const last = (await get(`/device/trail/${tracker}?${trailRange()}`)).trail_logs.at(-1)
      return last.start_time + last.duration
    },
    nowS,
  ],
  'a trail as a file': [
    async () => JSON.stringify((await geo(`/trails/${tracker}.geojson?${trailRange()}`)).features),
    () => expect.stringContaining(new Date(nowS() * 1000).toISOString().slice(0, 19)),
  ],
  'who was near a tracker': [
    async () => (await get(`/app/history/contacts/${tracker}?${range()}`)).contacts[0].last_time,
    nowS,
  ],
  'the site at an instant': [
    async () => ofTracker((await get(`/app/history/site?at_ms=${clock.now()}`)).trackers).last_seen,
    nowS,
  ],
  'the list of roll-calls': [async () => seenOf((await get('/app/rollcalls')).open), now],
  'a roll-call': [async () => seenOf((await get(`/app/rollcalls/${rollCallId}`)).roll_call), now],
  'a tick of a roll-call': [
    async () => seenOf((await send('POST', `/app/rollcalls/${rollCallId}/ticks`, { ticks: [tick()] })).roll_call),
    now,
  ],
  'the end of a roll-call': [
    async () =>
      seenOf((await send('POST', `/app/rollcalls/${rollCallId}/end`, { ended_at_ms: clock.now() })).roll_call),
    now,
  ],
  'the start of a roll-call': [async () => seenOf((await startRollCall()).roll_call), now],
  'a shift report': [
    async () => {
      const { report_id } = (await send('POST', '/app/shiftreports', { notes: '' })).shift_reports[0]
      await doDueJobs(app)
      return battery(ofTracker((await get(`/app/shiftreports/${report_id}`)).content.devices))
    },
    () => 80,
  ],
  'places on the globe': [
    async () => {
      const { features } = await geo('/places.geojson')
      return battery(ofTracker(features.map(({ properties }: { properties: object }) => properties)))
    },
    () => 80,
  ],
  'readers of the account': [
    async () => {
      const motions = (await call('GET', '/v2/trackables/motions', { token: reader })).body
      return motions.map(({ location }: { location: { timestamp_generated: string } }) => location.timestamp_generated)
    },
    () => expect.arrayContaining([new Date(clock.now()).toISOString()]),
  ],
}

await hear(HEARD)
await ingest.flush()
const rollCallId = (await startRollCall()).roll_call.id

test.each(Object.entries(READERS))('%s says what the last report said', async (_name, [read, expected]) => {
  await heardTwice()
  expect(await read()).toEqual(expected())
})

/** Files whose SQL names hot rows, and why each is right while they may be ten seconds old. */
const FILES = {
  'alarms/sweep-queries.ts': 'a device that was silent is written at once',
  'features/accounts/erase.ts': 'flushed before',
  'features/calibrations/queries.ts': 'flushed before',
  'features/carepads/queries.ts': 'flushed before',
  'features/device-commands/senders-near.ts': 'flushed before',
  'features/history/erase.ts': 'flushed before',
  'features/indoor-maps/queries.ts': 'states in memory move as well, and are written at once',
  'features/onboarding/bindings.ts': 'the first report is written at once',
  'features/roll-calls/queries.ts': 'flushed before',
  'features/shift-reports/content.ts': 'flushed before',
  'features/stations/queries.ts': 'flushed before',
  'features/trackers/add.ts': 'deletes only',
  'features/trackers/queries.ts': 'flushed before',
  'features/trackers/removal.ts': 'deletes only',
  'features/webhooks/payload.ts': 'a battery may be ten seconds old',
  'ingest/apply/gone-states.ts': 'flushed before, or left over since yesterday',
  'ingest/log/clock-set-backs.ts': 'all was written when the server started',
  'ingest/write-behind/hot-row-queries.ts': 'reads only what is not in memory',
  'ingest/write-behind/key-positions.ts': 'leaves out what was shown since',
  'ingest/write-behind/rebuild-queries.ts': 'writes only, what it read in memory',
  'state/open-past.ts': 'flushed before',
}

test('whoever reads hot rows is known to be right with rows that are ten seconds old', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('matrix/'),
  )
  const reading = files.filter((file) =>
    /\b(tracker_states|station_states)\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reading.toSorted()).toEqual(Object.keys(FILES))
})
