/** Questions about the past: where a device was, who was near it, and how the site was. */
import type { Stay } from '@whereabouts/domain/history'
import { expect, test } from 'vitest'
import { type Door, expectRefusal } from './door.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function historyCalls(door: Door): void {
  /** A whole hour, some hours ago, so that it is of one partition or the other, and not open. */
  const morning = Math.floor(Date.now() / HOUR) * HOUR - 6 * HOUR
  const at = (fromMs: number, untilMs: number, given: Partial<Stay> = {}): Stay => ({
    ...{ from_ms: fromMs, until_ms: untilMs, kind: 'station', sender_id: 'T4-1', sender_name: 'Hall', rssi: -60 },
    ...{ map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null },
    ...{ device_name: 'Sato Kenji', class_index: 0, ...given },
  })
  const trail = (token: string, id: string, fromMs: number, untilMs: number) =>
    door.call('GET', `/v3/device/trail/${id}?start_time=${fromMs / 1000}&end_time=${untilMs / 1000}`, { token })

  test('a trail has the logs that touch its range, whole, with the names of then, and the way between two as moving', async () => {
    const { accountId, token } = await door.person()
    const id = await door.tracker(accountId)
    await door.stay(accountId, id, at(morning, morning + HOUR))
    await door.stay(accountId, id, at(morning + HOUR + 60_000, morning + 2 * HOUR, { sender_id: 'T4-2', rssi: null }))
    await door.stay(accountId, id, at(morning + 4 * HOUR, morning + 5 * HOUR))
    const { body } = await trail(token, id, morning + HOUR / 2, morning + 3 * HOUR)
    const place = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }
    const rest = { device_name: 'Sato Kenji', continues: false, ...place }
    const start = morning / 1000
    const hall = { kind: 'station', t4_id: 'T4-1', station_name: 'Hall', ...rest }
    expect(body).toEqual({
      ...{ result: true, code: 200 },
      trail_logs: [
        { ...hall, rssi_avg: -60, start_time: start, duration: 3600 },
        { ...rest, kind: 'moving', t4_id: '', station_name: '', rssi_avg: -1, start_time: start + 3600, duration: 60 },
        { ...hall, t4_id: 'T4-2', rssi_avg: null, start_time: start + 3660, duration: 3540 },
      ],
    })
  })

  test('a device that never moved has an empty trail; one of nobody or of somebody else is not found', async () => {
    const [own, other] = [await door.person(), await door.person()]
    const [id, foreign] = [await door.tracker(own.accountId), await door.tracker(other.accountId)]
    await door.stay(other.accountId, foreign, at(morning, morning + HOUR))
    expect((await trail(own.token, id, morning, morning + DAY)).body.trail_logs).toEqual([])
    const range = `from_ms=${morning}&until_ms=${morning + DAY}`
    for (const unknown of [foreign, 'nothing']) {
      expectRefusal(await trail(own.token, unknown, morning, morning + DAY), 404103)
      for (const what of ['way', 'contacts'])
        expectRefusal(await door.call('GET', `/v3/app/history/${what}/${unknown}?${range}`, own), 404103)
    }
  })

  test('ranges end after they start, last at most 31 days, and are of what is kept', async () => {
    const { accountId, token } = await door.person()
    const id = await door.tracker(accountId)
    const old = morning - 401 * DAY
    const wrong = [
      { fromMs: morning, untilMs: morning - 1000, isStart: false },
      { fromMs: morning - 32 * DAY, untilMs: morning, isStart: false },
      { fromMs: old, untilMs: old + HOUR, isStart: true },
    ]
    for (const { fromMs, untilMs, isStart } of wrong) {
      expectRefusal(await trail(token, id, fromMs, untilMs), 400001, isStart ? 'query.start_time' : 'query.end_time')
      const range = `from_ms=${fromMs}&until_ms=${untilMs}`
      for (const path of [`way/${id}?`, `contacts/${id}?`, 'changes?', 'density?buckets=5&']) {
        const refused = await door.call('GET', `/v3/app/history/${path}${range}`, { token })
        expectRefusal(refused, 400001, isStart ? 'query.from_ms' : 'query.until_ms')
      }
      const logs = `device_id=${id}&query_start=${fromMs / 1000}&query_end=${untilMs / 1000}`
      expectRefusal(
        await door.call('GET', `/v3/application/locationlogretrieve?${logs}`, { token }),
        400001,
        isStart ? 'query.query_start' : 'query.query_end',
      )
    }
    for (const path of [`site?at_ms=${old}`, `alarm?at_ms=${old}&direction=next`])
      expectRefusal(await door.call('GET', `/v3/app/history/${path}`, { token }), 400001, 'query.at_ms')
  })

  test('location logs are of a device or of a sender, of one of them', async () => {
    const { token } = await door.person()
    const range = `query_start=${morning / 1000}&query_end=${morning / 1000 + 60}`
    for (const ids of ['', 'device_id=a&sender_id=b&'])
      expectRefusal(
        await door.call('GET', `/v3/application/locationlogretrieve?${ids}${range}`, { token }),
        400001,
        'query.device_id',
      )
    for (const whose of ['device_id=a', 'sender_id=b']) {
      const { body } = await door.call('GET', `/v3/application/locationlogretrieve?${whose}&${range}`, { token })
      expect(body).toMatchObject({ code: 200, location_logs: [] })
      const foreign = await door.call('GET', `/v3/application/locationlogretrieve?${whose}&${range}&page_token=MQ.MQ`, {
        token,
      })
      expectRefusal(foreign, 400001, 'query.page_token')
    }
  })

  test('devices at the same place at the same time were near each other', async () => {
    const { accountId, token } = await door.person()
    const ids = [await door.tracker(accountId), await door.tracker(accountId), await door.tracker(accountId)]
    const [own, near, far] = ids as [string, string, string]
    await door.stay(accountId, own, at(morning, morning + HOUR))
    await door.stay(accountId, near, at(morning + HOUR / 2, morning + 2 * HOUR, { device_name: 'Ito', class_index: 4 }))
    await door.stay(accountId, far, at(morning, morning + HOUR, { sender_id: 'T4-2', sender_name: 'Lounge' }))
    const { body } = await door.call(
      'GET',
      `/v3/app/history/contacts/${own}?from_ms=${morning}&until_ms=${morning + DAY}`,
      { token },
    )
    const start = morning / 1000
    expect(body.contacts).toEqual([
      {
        ...{ device_id: near, device_name: 'Ito', class_index: 4, duration: 1800, times: 1 },
        ...{ first_time: start + 1800, last_time: start + 3600 },
        places: [{ sender_id: 'T4-1', sender_name: 'Hall', duration: 1800 }],
      },
    ])
  })

  test('a site without a past is empty, and play and density of it too', async () => {
    const { token } = await door.person()
    const get = async (path: string) => (await door.call('GET', `/v3/app/history/${path}`, { token })).body
    expect(await get(`site?at_ms=${morning}`)).toEqual({
      ...{ result: true, code: 200, at_ms: morning, learned_ms: null },
      ...{ trackers: [], stations: [], visits: [], zones: [], notifications: [] },
    })
    const range = `from_ms=${morning}&until_ms=${morning + HOUR}`
    expect(await get(`changes?${range}`)).toMatchObject({ changes: [], until_ms: morning + HOUR })
    expect(await get(`density?${range}&buckets=3`)).toMatchObject({ moves: [0, 0, 0], alarms: [0, 0, 0] })
    for (const direction of ['next', 'previous'])
      expect(await get(`alarm?at_ms=${morning}&direction=${direction}`)).toMatchObject({ notification: null })
  })
}
