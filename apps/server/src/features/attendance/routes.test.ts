import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const textOf = async (base64: string): Promise<string> =>
  (await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true })).text

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const GROUPS = ['G3OfficeLog']
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PATH = '/v3/application/officelog'

/** Midnight in Taipei, where an account is unless it says otherwise, before the present day of the clock. */
const midnight = () => Math.floor((clock.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR
const dayOf = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 10)

interface House {
  readonly person: Person
  readonly tracker: string
  readonly id: string
  /** Heard at the entrance or outside, twice, so that it counts. */
  at(place: 'entrance' | 'outside'): Promise<void>
  get(query?: string): ReturnType<typeof call>
}

/** An account with an attendance zone at its entrance, on a new day at 08:00. */
async function house(): Promise<House> {
  clock.hold()
  const person = await given.person({ groups: GROUPS })
  const entrance = await given.station(person.accountId, { gps: [25, 121] })
  const outside = await given.station(person.accountId, { gps: [25.01, 121] })
  const tracker = await given.tracker(person.accountId)
  clock.move(midnight() + 32 * HOUR - clock.now())
  // A session outlives no night.
  const token = await given.signIn(person.email)
  const body = { zone_name: '1F Entrance', zone_type: 'attendance', shape: { t4_ids: [entrance.t4Id] } }
  expect((await call('POST', '/v3/app/zones', { token, body })).status).toBe(200)
  let seq = 0
  return {
    person: { ...person, token },
    tracker,
    id: `${dayOf(clock.now())}.${tracker}`,
    async at(place) {
      for (let time = 0; time < 2; time += 1) {
        seq += 1
        const { t4Id: t4_id, password: key } = place === 'entrance' ? entrance : outside
        const scans = [{ device_id: tracker, rssi: -50 }]
        const report = { t4_id, key, seq, scanned_at_ms: clock.now(), scans }
        expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 1 })
        clock.move(12_000)
      }
      await allHeard(app)
    },
    async get(query = '') {
      return call('GET', `${PATH}${query}`, { token: await given.signIn(person.email) })
    },
  }
}

test('a day at work is read from the reports of a tracker: sign-in, sign-out, duration, zones, time within [ENT-attendance.day, ENT-attendance.event, ENT-attendance.sign_in, ENT-attendance.sign_out, ENT-attendance.duration, ENT-attendance.entry_zone, ENT-attendance.exit_zone, ENT-attendance.in_zone_duration, ENT-attendance.tag, ENT-attendance.comment, ENT-officeLog.device_name]', async () => {
  const { at, get, tracker, id } = await house()
  const startMs = clock.now()
  await at('entrance')
  expect((await get()).body).toMatchObject({
    officelogs: [{ id, event: 'signed_in', sign_in: Math.floor(startMs / 1000), sign_out: null, aberrant: false }],
    summary: { people: 1, signed_in: 1, exceptions: 0, average_duration: null },
  })
  for (let hour = 1; hour <= 9; hour += 1) {
    clock.move(10 * MINUTE)
    await at('entrance')
    clock.move(startMs + hour * HOUR - clock.now())
  }
  const lastMs = clock.now()
  await at('entrance')
  await at('outside')
  const { body } = await get()
  expect(body.officelogs).toMatchObject([
    {
      device_id: tracker,
      day: dayOf(startMs),
      event: 'signed_out',
      entry_zone: '1F Entrance',
      exit_zone: '1F Entrance',
      comment: '',
      aberrant: false,
      over_time: false,
    },
  ])
  const [log] = body.officelogs
  expect(log.tag).toBe(log.device_name)
  // From the first report at the entrance to the last one there, whenever the person was seen outside.
  expect(log.sign_in).toBe(Math.floor(startMs / 1000))
  expect(log.sign_out).toBe(Math.floor((lastMs + 12_000) / 1000))
  expect(log.sign_out - log.sign_in).toBe(log.duration)
  expect(log.duration).toBe(log.in_zone_duration)
  expect(body.summary).toMatchObject({ signed_in: 0, average_duration: log.duration })
})

test('who falls silent at work is last seen, and after four hours has no sign-out; a correction is kept beside it, with name and time [ENT-attendance.aberrant]', async () => {
  const { at, get, person, id } = await house()
  const startMs = clock.now()
  await at('entrance')
  const seen = Math.floor((startMs + 12_000) / 1000)
  const day = async () => (await get()).body.officelogs[0]
  expect(await day()).toMatchObject({ event: 'signed_in', last_seen: null, provisional: true })
  clock.move(20 * MINUTE)
  expect(await day()).toMatchObject({
    ...{ event: 'signed_in', last_seen: seen, sign_out: null, lost_at: null, exit_zone: '' },
    ...{ duration: 12, in_zone_duration: 12, aberrant: false, provisional: true },
  })
  clock.move(4 * HOUR)
  const lost = { event: 'no_sign_out', sign_out: null, lost_at: seen, last_seen: null, duration: null, exit_zone: '' }
  expect(await day()).toMatchObject({ ...lost, aberrant: true })
  expect((await get()).body.summary).toMatchObject({ exceptions: 1, signed_in: 0 })

  clock.move(5 * HOUR)
  const token = await given.signIn(person.email)
  const corrected_sign_out = Math.floor((startMs + 5 * HOUR) / 1000)
  const change = { corrected_sign_out, comment: 'Battery was flat' }
  const { officelog } = (await call('PUT', `${PATH}/${id}`, { token, body: change })).body
  expect(officelog).toMatchObject({
    ...change,
    event: 'signed_out',
    sign_out: null,
    aberrant: false,
    changed_by: 'Mori Yuki',
  })
  expect(officelog.duration).toBe(corrected_sign_out - officelog.sign_in)
  for (const [field, at] of [
    ['corrected_sign_out', officelog.sign_in - 1],
    ['corrected_sign_out', officelog.sign_in + 3 * 86_400],
    ['corrected_sign_in', officelog.sign_in - 2 * 86_400],
    // Nobody knows yet when anybody leaves later.
    ['corrected_sign_out', Math.floor(clock.now() / 1000) + 1],
    ['corrected_sign_in', Math.floor(clock.now() / 1000) + 1],
  ] as const) {
    const refused = await call('PUT', `${PATH}/${id}`, { token, body: { [field]: at } })
    expect(refused.body).toMatchObject({ code: 400001, info: `body.${field}` })
  }
  expect((await get()).body.officelogs).toMatchObject([change])
})

test('each flag is saved and shown, and one that contradicts what was seen asks for a look [ENT-attendance.flag_vacation, ENT-attendance.flag_tag_not_brought, ENT-attendance.flag_not_for_working, ENT-attendance.flag_apply_ot]', async () => {
  const { at, get, person, id } = await house()
  await at('entrance')
  await at('outside')
  for (const [flag, aberrant] of [
    ['vacation', true],
    ['tag_not_brought', true],
    ['not_for_working', false],
    ['apply_ot', false],
  ] as const) {
    const token = await given.signIn(person.email)
    const put = (value: boolean) => call('PUT', `${PATH}/${id}`, { token, body: { [flag]: value } })
    expect((await put(true)).body.officelog).toMatchObject({ [flag]: true, aberrant })
    expect((await get()).body.officelogs).toMatchObject([{ [flag]: true, aberrant }])
    expect((await put(false)).body.officelog).toMatchObject({ [flag]: false, aberrant: false })
  }
  const logs = (await call('GET', '/v3/app/activity/logs', { token: await given.signIn(person.email) })).body
    .activity_logs
  expect(logs).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'change_attendance' })]))
})

const RULES = '/v3/app/users/extrasettings/attendance'

test('overtime begins behind the end of a shift, which owner and deputies set [ENT-attendance.flag_over_time, CONST-46]', async () => {
  const { at, get, person, id } = await house()
  await at('entrance')
  await at('outside')
  const token = await given.signIn(person.email)
  const usual = { shifts: [{ name: '', start: '09:00', end: '18:00' }], over_time_minutes: 30 }
  expect((await call('GET', RULES, { token })).body).toMatchObject({ ...usual, work_start: '09:00', work_end: '18:00' })
  const day = midnight() / 1000
  clock.move((day + 19 * 3600) * 1000 - clock.now())
  const evening = await given.signIn(person.email)
  const leaves = (minutes: number) =>
    call('PUT', `${PATH}/${id}`, { token: evening, body: { corrected_sign_out: day + 18 * 3600 + minutes * 60 } })
  expect((await leaves(30)).body.officelog).toMatchObject({ over_time: false, over_time_minutes: 0 })
  expect((await leaves(31)).body.officelog).toMatchObject({ over_time: true, over_time_minutes: 31, shift: '' })
  const support = await given.person({ accountId: person.accountId, class: 'support', groups: GROUPS })
  const early = { name: 'Early', start: '07:00', end: '15:30' }
  const late = { name: 'Late', start: '15:00', end: '23:30', days: [1, 2, 3, 4, 5] }
  const wanted = { shifts: [early, late], over_time_minutes: 120 }
  const visitor = await given.visitor({ ...person, token: evening })
  for (const stranger of [support.token, visitor])
    expect((await call('POST', RULES, { token: stranger, body: wanted })).status).toBe(403)
  const saved = (await call('POST', RULES, { token: evening, body: wanted })).body
  expect(saved).toMatchObject(wanted)
  expect(saved.work_start).toBeUndefined()
  // Came at 08:00, which is the early shift, and left at 18:31.
  expect((await get()).body).toMatchObject({
    rules: wanted,
    officelogs: [{ over_time: true, over_time_minutes: 181, shift: 'Early' }],
  })
  const other = await given.person({ groups: GROUPS })
  expect((await call('GET', RULES, { token: other.token })).body).toMatchObject(usual)
})

test('shifts are told as shifts, or as one pair of times; nonsense is refused', async () => {
  const { token } = await given.person({ groups: GROUPS })
  const save = async (body: object) => (await call('POST', RULES, { token, body })).body
  const pair = { work_start: '22:00', work_end: '06:00', over_time_minutes: 15 }
  const shifts = [{ name: '', start: '22:00', end: '06:00' }]
  expect(await save(pair)).toMatchObject({ ...pair, shifts })
  expect((await call('GET', RULES, { token })).body).toMatchObject({ ...pair, shifts })
  const shift = { name: 'Day', start: '08:00', end: '16:00' }
  const whole = { shifts: [shift], over_time_minutes: 0 }
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...pair, work_end: '24:00' }, 'body.work_end'],
    [{ work_start: '22:00', over_time_minutes: 15 }, 'body'],
    [{ ...whole, ...pair }, 'body'],
    [{ ...whole, shifts: [] }, 'body.shifts'],
    [{ ...whole, shifts: Array(7).fill(shift) }, 'body.shifts'],
    [{ ...whole, shifts: [{ ...shift, start: '8:00' }] }, 'body.shifts.0.start'],
    [{ ...whole, shifts: [{ ...shift, days: [] }] }, 'body.shifts.0.days'],
    [{ ...whole, shifts: [{ ...shift, days: [1, 1] }] }, 'body.shifts.0.days'],
    [{ ...whole, shifts: [{ ...shift, days: [7] }] }, 'body.shifts.0.days.0'],
    [{ ...whole, shifts: [{ ...shift, name: 'x'.repeat(51) }] }, 'body.shifts.0.name'],
    [{ ...whole, over_time_minutes: 721 }, 'body.over_time_minutes'],
    [{ ...whole, from: '2026-02-30' }, 'body.from'],
    [{ ...whole, from: dayOf(clock.now() + 48 * HOUR) }, 'body.from'],
  ]
  for (const [body, info] of wrong) expect(await save(body)).toMatchObject({ code: 400001, info })
  expect((await call('GET', RULES, { token })).body).toMatchObject(pair)
})

test('shifts count from the day on which they are saved, or from one that is named', async () => {
  const { person, tracker } = await house()
  const yesterday = midnight() - 24 * HOUR
  const from = yesterday / 1000 - 4 * 86_400
  let token = await given.signIn(person.email)
  for (const ago of [1, 2]) {
    const start = yesterday / 1000 - (ago - 1) * 86_400
    const body = { corrected_sign_in: start + 9 * 3600, corrected_sign_out: start + 19 * 3600 }
    expect((await call('PUT', `${PATH}/${dayOf(start * 1000)}.${tracker}`, { token, body })).status).toBe(200)
  }
  const over = async () =>
    (await call('GET', `${PATH}?query_begin=${from}&query_end=${clock.now() / 1000}`, { token })).body.officelogs.map(
      ({ over_time_minutes }: { over_time_minutes: number }) => over_time_minutes,
    )
  const save = (work_end: string, day?: string) =>
    call('POST', RULES, {
      token,
      body: { work_start: '09:00', work_end, over_time_minutes: 30, ...(day && { from: day }) },
    })
  expect(await over()).toEqual([60, 60])
  // The first that are saved count for all days.
  await save('17:00')
  expect(await over()).toEqual([120, 120])
  clock.move(24 * HOUR)
  token = await given.signIn(person.email)
  await save('16:00')
  expect(await over()).toEqual([120, 120])
  await save('15:00', dayOf(yesterday))
  expect(await over()).toEqual([240, 120])
  await save('14:00', '2000-01-01')
  expect(await over()).toEqual([300, 300])
})

test('a question names a person and a range, and long answers come in pages [ENT-officeLog.time_range, ENT-officeLog.page_id, API-GET /application/officelog]', async () => {
  const { at, get, person, tracker } = await house()
  await at('entrance')
  await at('outside')
  const day = Math.floor(midnight() / 1000)
  const range = (from: number, to: number) => `query_begin=${day + from * 86_400}&query_end=${day + to * 86_400}`
  const [log] = (await get()).body.officelogs
  expect(log).toMatchObject({ begin: log.sign_in, end: log.sign_out })
  expect((await get(`?${range(0, 1)}&device_name=${log.device_name.slice(0, 3)}`)).body.officelogs).toEqual([log])
  expect((await get(`?${range(0, 1)}&device_name=nobody`)).body.officelogs).toEqual([])
  expect((await get(`?${range(-2, 0)}`)).body.officelogs).toEqual([])
  expect((await get(`?${range(1, 0)}`)).body).toMatchObject({ code: 400001, info: 'query.query_end' })
  expect((await get(`?${range(-31, 1)}`)).body).toMatchObject({ code: 400001, info: 'query.query_end' })
  expect((await get(`?query_begin=${day}`)).body).toMatchObject({ code: 400001 })

  // Words about many days of one person fill more than a page.
  const others = await Promise.all(Array.from({ length: 8 }, () => given.tracker(person.accountId)))
  const token = await given.signIn(person.email)
  for (let ago = 1; ago <= 25; ago += 1) {
    for (const id of [tracker, ...others]) {
      const body = { vacation: true }
      await call('PUT', `${PATH}/${dayOf(midnight() - ago * 24 * HOUR)}.${id}`, { token, body })
    }
  }
  const first = (await get(`?${range(-30, 1)}`)).body
  expect(first.officelogs).toHaveLength(200)
  const next = (await get(`?${range(-30, 1)}&page_id=${first.metadata.next_token}`)).body
  expect((await get(`?${range(-30, 1)}&page_token=${first.metadata.next_token}`)).body).toEqual(next)
  expect(next.officelogs).toHaveLength(9 * 25 + 1 - 200)
  expect(next.metadata).toEqual({})
  expect(new Set([...first.officelogs, ...next.officelogs].map(({ id }) => id)).size).toBe(9 * 25 + 1)
  expect((await get(`?${range(-29, 1)}&page_id=${first.metadata.next_token}`)).body).toMatchObject({
    ...{ code: 400001, info: 'query.page_id' },
  })
  expect((await get(`?${range(-30, 1)}&page_token=nonsense`)).body).toMatchObject({ info: 'query.page_token' })
  const month = new Date(midnight() + 8 * HOUR - 24 * HOUR).toISOString().slice(0, 7)
  const { people } = (await call('GET', `/v3/application/officelogmonth?month=${month}`, { token })).body
  expect(people).toHaveLength(9)
})

test('a month has sums of the same days in each column, as a list and as PDF, with the days that ask for a look', async () => {
  const { at, person, tracker, id } = await house()
  await at('entrance')
  clock.move(10 * MINUTE)
  await at('entrance')
  await at('outside')
  const token = await given.signIn(person.email)
  const monthOf = async (month: string) =>
    (await call('GET', `/v3/application/officelogmonth?month=${month}`, { token })).body.people
  const month = id.slice(0, 7)
  // Corrected to leave before the last sighting: the time in zones goes by it.
  const { officelog } = (await call('GET', `${PATH}/${id}`, { token })).body
  const corrected_sign_out = officelog.sign_in + 300
  await call('PUT', `${PATH}/${id}`, { token, body: { corrected_sign_out } })
  // A day of which only the sign-in is known is in none of the sums.
  const day = Number(id.slice(8, 10)) === 1 ? '02' : '01'
  const start = Date.parse(`${month}-${day}T09:00:00+08:00`) / 1000
  const isPast = start < clock.now() / 1000
  if (isPast) {
    const body = { corrected_sign_in: start, comment: 'Forgot the tag' }
    expect((await call('PUT', `${PATH}/${month}-${day}.${tracker}`, { token, body })).status).toBe(200)
  }
  expect(await monthOf(month)).toMatchObject([
    { device_id: tracker, days: isPast ? 2 : 1, open_days: isPast ? 1 : 0, duration: 300, in_zone_duration: 300 },
  ])
  await call('PUT', `${PATH}/${id}`, { token, body: { vacation: true } })
  const { base64 } = (await call('GET', `/v3/application/officelogmonth/pdf?month=${month}`, { token })).body
  const text = await textOf(base64)
  for (const part of [
    'Attendance',
    month.replace('-', '/'),
    person.email,
    'Printed',
    'Page 1 of',
    'Total',
    '0 h 05 min',
    '0.08',
    'Vacation',
  ])
    expect(text).toContain(part)
  const outside = await given.person()
  const readonly = await given.person({ accountId: person.accountId, class: 'readonly', groups: GROUPS })
  for (const other of [outside, readonly])
    expect(
      (await call('GET', `/v3/application/officelogmonth/pdf?month=${month}`, { token: other.token })).status,
    ).toBe(403)
  const stranger = await given.person({ groups: GROUPS })
  const empty = await call('GET', `/v3/application/officelogmonth/pdf?month=${month}`, { token: stranger.token })
  expect(await textOf(empty.body.base64)).toContain('None in this month')
})

test('every minute explains itself: a record tells its visits and the sightings meanwhile', async () => {
  const { at, person, id } = await house()
  await at('entrance')
  clock.move(5 * MINUTE)
  await at('entrance')
  clock.move(MINUTE)
  await at('outside')
  clock.move(MINUTE)
  await at('outside')
  const token = await given.signIn(person.email)
  const { body } = await call('GET', `${PATH}/${id}`, { token })
  expect(body.visits).toMatchObject([{ zone_name: '1F Entrance', end: 'left', from: body.officelog.sign_in }])
  expect(body.stays).toMatchObject([{ kind: 'station', sightings: 4 }])
})

test('days in a zone stay when the zone is removed', async () => {
  const { at, get, person } = await house()
  await at('entrance')
  await at('outside')
  const before = (await get()).body.officelogs
  const token = await given.signIn(person.email)
  const { zones } = (await call('GET', '/v3/app/zones', { token })).body
  expect((await call('DELETE', `/v3/app/zones/${zones[0].id}`, { token })).status).toBe(200)
  expect((await get()).body.officelogs).toEqual(before)
})

test('people outside the group, guests and strangers see no attendance', async () => {
  const { at, person, id } = await house()
  await at('entrance')
  const outside = await given.person()
  const guest = await given.person({ accountId: person.accountId, class: 'readonly', groups: GROUPS })
  const stranger = await given.person({ groups: GROUPS })
  for (const token of [outside.token, guest.token]) expect((await call('GET', PATH, { token })).status).toBe(403)
  expect((await call('GET', PATH, { token: stranger.token })).body.officelogs).toEqual([])
  for (const method of ['GET', 'PUT'] as const) {
    const body = method === 'PUT' ? { body: { comment: 'x' } } : {}
    expect((await call(method, `${PATH}/${id}`, { token: stranger.token, ...body })).body.code).toBe(404102)
  }
  expect(
    (await call('GET', `${PATH}/2026-02-30.${id.slice(11)}`, { token: await given.signIn(person.email) })).body.code,
  ).toBe(404102)
})

test('an owner outside of the group is told that the feature is not enabled, not that the role is too low', async () => {
  const owner = await given.person()
  const guest = await given.person({ class: 'readonly', groups: GROUPS })
  const told = async ({ token }: Person, locale: string) =>
    (await call('GET', PATH, { token, headers: { 'accept-language': locale } })).body
  const notEnabled = await Promise.all(['en-us', 'zh-tw', 'ja-jp'].map((locale) => told(owner, locale)))
  expect(notEnabled).toMatchObject([
    { code: 403001, message: 'This feature is not enabled with your account.' },
    { code: 403001, message: '你的帳號尚未啟用此功能。' },
    { code: 403001, message: 'この機能はお使いのアカウントでは有効になっていません。' },
  ])
  expect(await told(guest, 'en-us')).toMatchObject({ code: 403001, message: 'Your role does not allow this.' })
})
