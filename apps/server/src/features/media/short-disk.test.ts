import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png } from './test-pictures.ts'

const disk = { isShort: false }
const app = await testApp({ disk })
const given = makeGiven(app)
const { call, clock } = app

test('on a disk that is nearly full pictures are refused, what devices say is not, and all goes on once there is room (rule 59)', async () => {
  const { token, accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId)
  const logo = dataUrl(await png(40, 20))
  const mapImage = dataUrl(await png(400, 300))
  const id = await given.tracker(accountId)
  const uploads = () =>
    Promise.all([
      call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: logo } }),
      call('PUT', '/v3/app/users/about/image', { token, body: { image: logo } }),
      call('PUT', '/v3/app/users/profile', { token, body: { user: { headshot: logo } } }),
      call('PUT', `/v3/app/trackers/${id}`, { token, body: { photo: logo } }),
      call('PUT', `/v3/app/stations/${t4Id}/photos`, { token, body: { photos: [logo] } }),
      call('POST', '/v3/app/indoormaps', { token, body: { map_name: '2F', map_image: mapImage } }),
    ])
  disk.isShort = true
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
  expect((await uploads()).map(({ status, body }) => ({ status, info: body.info }))).toEqual(
    Array.from({ length: 6 }, () => ({ status: 200, info: undefined })),
  )
})
