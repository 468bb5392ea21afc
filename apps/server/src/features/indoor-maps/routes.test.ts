import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

test('the list names id, name, size and the address of the image [API-GET /app/indoormaps]', async () => {
  const { accountId, token } = await given.person()
  const id = await given.indoorMap(accountId, 'Hinoki 1F')
  const { body } = await call('GET', '/v3/app/indoormaps', { token })
  expect(body.indoormaps).toEqual([
    {
      id,
      map_name: 'Hinoki 1F',
      map_image: `/v3/app/indoormaps/${id}/image`,
      map_url: `/v3/app/indoormaps/${id}/image`,
      width: 1000,
      height: 500,
      metres_per_pixel: 0.05,
      building: 'House',
      floor: '1F',
      corners: null,
    },
  ])
})

test('an image is answered to its own account alone, and a browser may neither sniff nor keep it', async () => {
  const owner = await given.person()
  const path = `/v3/app/indoormaps/${await given.indoorMap(owner.accountId)}/image`
  const { status, headers } = await call('GET', path, { token: owner.token })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")

  const stranger = await given.person()
  expect(await call('GET', path, { token: stranger.token })).toMatchObject({ status: 404, body: { code: 404102 } })
  expect((await call('GET', path)).body.code).toBe(401001)
  const missing = await call('GET', '/v3/app/indoormaps/no-uuid/image', { token: owner.token })
  expect(missing.body.code).toBe(404102)
})

test('pages hold every map once', async () => {
  const { accountId, token } = await given.person()
  const made = [await given.indoorMap(accountId), await given.indoorMap(accountId), await given.indoorMap(accountId)]
  const first = await call('GET', '/v3/app/indoormaps?count=2', { token })
  const next = first.body.metadata.next_token
  const second = await call('GET', `/v3/app/indoormaps?count=2&page_token=${next}`, { token })
  const ids = [...first.body.indoormaps, ...second.body.indoormaps].map((map) => map.id)
  expect(ids.toSorted()).toEqual(made.toSorted())
})
