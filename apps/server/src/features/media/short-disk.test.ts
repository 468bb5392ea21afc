import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png } from './test-pictures.ts'

const disk = { isShort: false }
const app = await testApp({ disk })
const given = makeGiven(app)
const { call, clock } = app

test('on a disk that is nearly full pictures are refused, and the server is not ready; what devices say is taken, and all goes on once there is room (rule 59)', async () => {
  const { token, accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId)
  const logo = dataUrl(await png(40, 20))
  const mapImage = dataUrl(await png(400, 300))
  const id = await given.tracker(accountId)
  const pictures = [
    ['POST', 'users/customlogo', { custom_logo: logo }],
    ['PUT', 'users/about/image', { image: logo }],
    ['PUT', 'users/profile', { user: { headshot: logo } }],
    ['PUT', `trackers/${id}`, { photo: logo }],
    ['PUT', `stations/${t4Id}/photos`, { photos: [logo] }],
    ['POST', 'indoormaps', { map_name: '2F', map_image: mapImage }],
  ] as const
  // One after the other, as an account has two pictures waiting at most.
  const uploads = async () => {
    const answers = []
    for (const [method, path, body] of pictures) answers.push(await call(method, `/v3/app/${path}`, { token, body }))
    return answers
  }
  const health = async (path: string) => {
    const { status, body } = await call('GET', path)
    return `${status} ${body}`
  }
  expect(await health('/ready')).toBe('200 ready\n')
  disk.isShort = true
  expect(await health('/ready')).toBe('503 not ready\nthe disk is nearly full, so changes are refused\n')
  expect(await health('/live')).toBe('200 live\n')
  for (const { status, body, headers } of await uploads()) {
    expect({ status, code: body.code, retryAfter: headers.get('retry-after') }).toEqual({
      ...{ status: 500, code: 500002, retryAfter: '600' },
    })
  }
  const report = {
    t4_id: t4Id,
    key: password,
    seq: 1,
    scanned_at_ms: clock.now(),
    scans: [{ device_id: id, rssi: -60 }],
  }
  expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 1 })
  expect((await call('PUT', `/v3/app/trackers/${id}`, { token, body: { name: 'Ito Haru' } })).status).toBe(200)
  expect((await call('GET', '/v3/app/indoormaps', { token })).body.indoormaps).toEqual([])

  disk.isShort = false
  expect(await health('/ready')).toBe('200 ready\n')
  expect((await uploads()).map(({ status, body }) => ({ status, info: body.info }))).toEqual(
    Array.from({ length: 6 }, () => ({ status: 200, info: undefined })),
  )
})
