import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal } from './door.ts'

const JOBS = '/v3/app/ai/collectjobs'
const CALIBRATION = '/v3/app/stations/calibration'

export function trainingJobCalls(door: Door): void {
  async function site() {
    const { token, accountId } = await door.person()
    const device_id = await door.tracker(accountId, { name: 'Wheelchair 05' })
    const map_id = await door.indoorMap(accountId)
    const start = (rest: object = {}) =>
      door.call('POST', JOBS, {
        token,
        body: { device_id, map_id, indoor_X: 100, indoor_Y: 200, collection_time: 5, ...rest },
      })
    const change = (jobId: string, body: object) => door.call('PUT', `${JOBS}/${jobId}`, { token, body })
    const list = async (query = '') => (await door.call('GET', `${JOBS}${query}`, { token })).body
    return { token, accountId, device_id, map_id, start, change, list }
  }

  test('a training job waits for its tracker, is stopped, marked incorrect and valid again', async () => {
    const { device_id, map_id, start, change, list } = await site()
    const { job } = (await start({ note: 'Day room' })).body
    expect(job).toMatchObject({
      ...{ device_id, device_name: 'Wheelchair 05', map_id, indoor_X: 100, indoor_Y: 200, collection_time: 5 },
      ...{ note: 'Day room', state: 'waiting', valid: true, path: null, readings: 0, stations: 0, result: null },
    })
    expect(job.end_time - job.start_time).toBe(300)
    expectRefusal(await start(), 409001)
    expect((await change(job.job_id, { finish: true })).body.job.state).toBe('done')
    expectRefusal(await change(job.job_id, { finish: true }), 405001)
    expect((await change(job.job_id, { valid: false })).body.job.valid).toBe(false)
    const listed = await list(`?query_start=${job.start_time - 60}&query_end=${job.start_time + 60}`)
    expect(listed.jobs).toMatchObject([{ job_id: job.job_id, valid: false, state: 'done' }])
    expect(listed).toMatchObject({ query_start: job.start_time - 60, query_end: job.start_time + 60 })
    expect((await change(job.job_id, { valid: true })).body.job.valid).toBe(true)
    expect((await list(`?query_start=${job.start_time + 60}`)).jobs).toEqual([])
  })

  test('a walked job takes its path while it goes on', async () => {
    const { start, change } = await site()
    const { job } = (await start({ walked: true })).body
    const [first] = job.path
    expect(first).toMatchObject({ indoor_X: 100, indoor_Y: 200 })
    expectRefusal(await change(job.job_id, { path: [first, first] }), 400001, 'body.path')
    expectRefusal(await change(job.job_id, { path: [{ ...first, indoor_X: 1001 }] }), 400001, 'body.path')
    expect((await change(job.job_id, { path: [first], finish: true })).body.job).toMatchObject({
      ...{ state: 'done', path: [first] },
    })
  })

  test.each([
    [{ collection_time: 3 }, 400001, 'body.collection_time'],
    [{ indoor_X: 1001 }, 400001, 'body.indoor_X'],
    [{ indoor_Y: 501 }, 400001, 'body.indoor_X'],
    [{ device_id: 'G3-NOBODY' }, 404103, undefined],
    [{ map_id: crypto.randomUUID() }, 404102, 'map_id'],
  ])('a training job with %j is refused', async (rest, code, info) => {
    expectRefusal(await (await site()).start(rest), code, info)
  })

  test('a map without jobs has taught nothing, and a foreign one is not there', async () => {
    const { token, map_id } = await site()
    const { radio_map } = (await door.call('GET', `/v3/app/ai/radiomaps/${map_id}`, { token })).body
    expect(radio_map).toMatchObject({ map_id, coverage: 'none', jobs: [], cells: [], stations: [] })
    const other = await site()
    expectRefusal(await door.call('GET', `/v3/app/ai/radiomaps/${other.map_id}`, { token }), 404102)
    expectRefusal(await door.call('PUT', `${JOBS}/${crypto.randomUUID()}`, { token, body: { valid: true } }), 404102)
  })

  test('stations that are offline or not there are calibrated by no method', async () => {
    const { token, accountId, device_id } = await site()
    const t4_id = await door.station(accountId)
    const body = { t4_ids: [t4_id, 'T4-FFFFFFFFFFFF'], device_id, action: 'start' }
    for (const method of ['manual', 'auto']) {
      const answer = await door.call('POST', `${CALIBRATION}/${method}`, { token, body })
      expectRefusal(answer, 409002)
      expect(answer.body.invalid_t4).toEqual([t4_id, 'T4-FFFFFFFFFFFF'])
      expect(answer.body.failed_list.map(({ code }: { code: number }) => code)).toEqual([405001, 404103])
    }
    expectRefusal(await door.call('POST', `${CALIBRATION}/other`, { token, body }), 404102)
    const nobody = { ...body, device_id: 'G3-NOBODY' }
    expectRefusal(await door.call('POST', `${CALIBRATION}/manual`, { token, body: nobody }), 404103)
    expect((await door.call('GET', CALIBRATION, { token })).body.calibration).toBeNull()
    const stopped = await door.call('POST', `${CALIBRATION}/manual`, { token, body: { ...body, action: 'stop' } })
    expectDone(stopped)
    expect(stopped.body).toMatchObject({ calibration: null, invalid_t4: [] })
  })
}
