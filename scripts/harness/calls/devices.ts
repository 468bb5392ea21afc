/** Trackers, stations, maps, senders, carepads, sharing. */
import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal, newEmail, unique } from './door.ts'

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function deviceCalls(door: Door): void {
  const post = (token: string, path: string, body: object) => door.call('POST', `/v3/app/${path}`, { token, body })
  const put = (token: string, path: string, body: object) => door.call('PUT', `/v3/app/${path}`, { token, body })

  test('a tracker is looked at, added, renamed and described', async () => {
    const owner = await door.person()
    const stranger = await door.person()
    const { token } = owner
    const device_id = unique('G3').replace(' ', '-')
    const wanted = { device_id, device_name: unique('Cart'), device_mode: 'g3', firmware: '1.8.3' }
    expectRefusal(await post(token, 'trackers', { ...wanted, firmware: '1.4.3' }), 405001, 'firmware')
    expectDone(await post(token, 'trackers', { device_id, device_mode: 'g3', firmware: '1.8.3', bind_check: true }))
    await door.exchanged(token, 'g3', device_id)
    const { tracker } = (await post(token, 'trackers', wanted)).body
    expect(tracker).toMatchObject({
      ...{ device_id, name: wanted.device_name, device_model: 'g3', firmware: '1.8.3', class_index: -1 },
      ...{ connected: false, status: 'offline', last_seen: null, qualified_location_info: null },
    })
    expectRefusal(await post(token, 'trackers', wanted), 400109)
    expectRefusal(await post(stranger.token, 'trackers', wanted), 400108)
    const other = await door.tracker(owner.accountId)
    expectRefusal(await put(token, `trackers/${other}`, { name: wanted.device_name }), 400102)
    const name = unique('Cart')
    const renamed = await put(token, `trackers/${device_id}`, { name, photo: PICTURE })
    expect(renamed.body.tracker).toMatchObject({ name })
    expect(renamed.body.tracker.photo).toMatch(/^\/v3\/app\/media\//)
    expectRefusal(await put(stranger.token, `trackers/${device_id}`, { name }), 404103)
    const ids = (await door.call('GET', '/v3/app/trackers', { token })).body.trackers.map(
      (each: { device_id: string }) => each.device_id,
    )
    expect(ids.sort()).toEqual([device_id, other].sort())
  })

  test('remarks show their editor, to people who may read them', async () => {
    const owner = await door.person()
    const readonly = await door.person({ accountId: owner.accountId, class: 'readonly' })
    const id = await door.tracker(owner.accountId)
    const write = (items: object[]) => put(owner.token, `trackers/${id}/remarks`, { items })
    expectRefusal(await write([{ index: 0, memo: 'Left ear' }]), 404102)
    const items = [{ index: 0, name: 'Hearing' }]
    expectDone(await post(owner.token, 'users/extrasettings/remarks', { items }))
    const [remark] = (await write([{ index: 0, memo: 'Left ear' }])).body.remark
    expect(remark).toMatchObject({ index: 0, name: 'Hearing', memo: 'Left ear' })
    expect(remark.editor).not.toBe('')
    const seenBy = async ({ token }: { token: string }) =>
      (await door.call('GET', '/v3/app/trackers', { token })).body.trackers[0].remark
    expect(await seenBy(owner)).toEqual([remark])
    expect(await seenBy(readonly)).toEqual([])
    expectDone(await door.call('DELETE', `/v3/app/trackers/${id}/remarks`, { token: owner.token }))
    expect(await seenBy(owner)).toEqual([])
  })

  test('settings wait for the device, an offline alert is switched, a silent tracker neither rings nor upgrades', async () => {
    const owner = await door.person()
    const { token } = owner
    const id = await door.tracker(owner.accountId)
    const adv_settings = { report_interval_s: 60 }
    const sync_configs = [
      { device_id: id, adv_settings },
      { device_id: 'nobody', adv_settings },
    ]
    const saved = await put(token, 'trackers/advsettings', { sync_configs })
    expectRefusal(saved, 409002)
    expect(saved.body.failed_list).toEqual([{ id: 'nobody', code: 404103 }])
    expectDone(await put(token, `trackers/${id}/offline`, { alert: true }))
    const [tracker] = (await door.call('GET', '/v3/app/trackers', { token })).body.trackers
    expect(tracker).toMatchObject({ offline_alert: true, sync_config: { adv_settings, pending: true } })
    expectRefusal(await post(token, 'trackers/ring', { device_id: id, ringing: true }), 405001, 'offline')
    expectDone(await post(token, 'trackers/ring', { device_id: id, ringing: false }))
    expectRefusal(await post(token, 'trackers/ring', { device_id: 'nobody', ringing: true }), 404103)
    expectRefusal(await post(token, 'trackers/ota', { device_id: id, mode: 'initial' }), 405001, 'firmware')
  })

  test.each(['trackers', 'stations'] as const)(
    '%s go once the owner confirms it by the link of a mail',
    async (word) => {
      const owner = await door.person()
      const { token, accountId, email } = owner
      const id = await (word === 'trackers' ? door.tracker(accountId) : door.station(accountId))
      const ids = (...named: string[]) => (word === 'trackers' ? { device_ids: named } : { t4_ids: named })
      const remove = (body: object) => door.call('DELETE', `/v3/app/${word}`, { token, body })
      expectRefusal(await remove(ids(id, 'T4-000000000000')), 409002)
      expectRefusal(await door.call('DELETE', `/v3/app/${word}/T4-000000000000`, { token }), 404103)
      expectDone(await remove(ids(id)))
      const list = async () => (await door.call('GET', `/v3/app/${word}`, { token })).body[word]
      expect((await list())[0].removal_pending).toBe(true)
      const link = await door.mailToken(email)
      const preview = (await door.call('POST', '/v3/app/users/confirm/preview', { body: { token: link } })).body
      expect(preview).toMatchObject({ purpose: `remove_${word}`, device_names: [expect.any(String)] })
      const unassigned = await door.call('POST', `/v3/app/${word}/unassign`, { body: { token: link } })
      expect(unassigned.body.device_names).toEqual(preview.device_names)
      expect(await list()).toEqual([])
      expectRefusal(await door.call('POST', `/v3/app/${word}/unassign`, { body: { token: link } }), 401102)
    },
  )

  test('a station comes with its credential, gets a name and a place, and blinks while it is heard', async () => {
    const owner = await door.person()
    const stranger = await door.person()
    const { token, accountId } = owner
    const t4_id = 'T4-0A0B0C0D0E0F'
    const wanted = { t4_id: t4_id.toLowerCase(), t4_name: unique('Hall'), wifi_ssid: 'ward' }
    expectDone(await post(token, 'stations', { t4_id, bind_check: true }))
    await door.exchanged(token, 't4', t4_id)
    const { station, credential } = (await post(token, 'stations', wanted)).body
    expect(station).toMatchObject({ t4_id, t4_name: wanted.t4_name, wifi_ssid: 'ward', map_id: null })
    expect(credential).toMatchObject({ sender_id: t4_id, kind: 'native' })
    expectRefusal(await post(token, 'stations', wanted), 400109)
    expectRefusal(await post(stranger.token, 'stations', wanted), 400108)
    const map_id = await door.indoorMap(accountId)
    const placed = await put(token, `stations/${t4_id}`, { map_id, indoor_X: 10, indoor_Y: 20 })
    expect(placed.body.station).toMatchObject({ map_id, indoor_X: 10, indoor_Y: 20 })
    expect(placed.body.station.map_name).not.toBe('')
    expectRefusal(await put(token, `stations/${t4_id}`, { indoor_X: 90_000, indoor_Y: 20 }), 400001, 'body.indoor_X')
    const unknown = { map_id: '00000000-0000-4000-8000-000000000000' }
    expectRefusal(await put(token, `stations/${t4_id}`, unknown), 404102, 'map_id')
    const off = await put(token, `stations/${t4_id}`, { map_id: null })
    expect(off.body.station).toMatchObject({ map_id: null, indoor_X: null, map_name: '' })
    const other = await door.station(accountId)
    expectRefusal(await put(token, `stations/${other}`, { t4_name: wanted.t4_name }), 400102)
    expectRefusal(await post(token, `stations/${t4_id}/led`, { mode: 2, duration: 30 }), 405001)
    expectDone(await put(token, `stations/${t4_id}/photos`, { photos: [PICTURE] }))
  })

  test('a floor plan is uploaded, changed and deleted; its stations stay', async () => {
    const owner = await door.person()
    const { token, accountId } = owner
    const map_name = unique('Floor')
    const { indoormap } = (await post(token, 'indoormaps', { map_name, map_image: PICTURE, floor: '2F' })).body
    expect(indoormap).toMatchObject({ map_name, width: 1, height: 1, floor: '2F', building: '', corners: null })
    expect(indoormap.map_image).toBe(indoormap.map_url)
    expectRefusal(await post(token, 'indoormaps', { map_name, map_image: PICTURE }), 400102)
    const station = await door.station(accountId)
    expectDone(await put(token, `stations/${station}`, { map_id: indoormap.id, indoor_X: 1, indoor_Y: 1 }))
    const renamed = await put(token, `indoormaps/${indoormap.id}`, {
      map_name: unique('Floor'),
      metres_per_pixel: 0.05,
    })
    expect(renamed.body.indoormap.metres_per_pixel).toBe(0.05)
    expectDone(await door.call('DELETE', `/v3/app/indoormaps/${indoormap.id}`, { token }))
    expectRefusal(await door.call('DELETE', `/v3/app/indoormaps/${indoormap.id}`, { token }), 404102)
    const [left] = (await door.call('GET', '/v3/app/stations', { token })).body.stations
    expect(left).toMatchObject({ t4_id: station, map_id: null, indoor_X: null })
  })

  test('a sender gets its password once, and is revoked', async () => {
    const { token } = await door.person()
    const sender_id = unique('phone').replace(' ', '-')
    const create = () => post(token, 'credentials', { sender_id, kind: 'osmand' })
    const { credential } = (await create()).body
    expect(credential).toMatchObject({ sender_id, kind: 'osmand', topic: `whereabouts/${sender_id}/up` })
    expectRefusal(await create(), 409001, 'sender_id')
    const [known] = (await door.call('GET', '/v3/app/credentials', { token })).body.credentials
    expect(known).toMatchObject({ sender_id, kind: 'osmand', t4_id: null, last_used: null })
    expectDone(await door.call('DELETE', `/v3/app/credentials/${sender_id}`, { token }))
    expectRefusal(await door.call('DELETE', `/v3/app/credentials/${sender_id}`, { token }), 404102)
  })

  test('a carepad is added once and under a name of its own', async () => {
    const { token } = await door.person()
    const [carepad_id, carepad_name] = [unique('PAD').replace(' ', '-'), unique('Bed')]
    const { carepad } = (await post(token, 'carepads', { carepad_id, carepad_name })).body
    expect(carepad).toMatchObject({ carepad_id, carepad_name, logger_id: null, temperature: null })
    expectRefusal(await post(token, 'carepads', { carepad_id, carepad_name: unique('Bed') }), 400109)
    expectRefusal(await post(token, 'carepads', { carepad_id: unique('PAD').replace(' ', '-'), carepad_name }), 400102)
    expect((await door.call('GET', '/v3/app/carepads', { token })).body.carepads).toEqual([carepad])
  })

  test('a tag that is not there is neither claimed nor ignored', async () => {
    const { token } = await door.person()
    const id = '00000000-0000-4000-8000-000000000000'
    expect((await door.call('GET', '/v3/app/unclaimed', { token })).body.unclaimed).toEqual([])
    expectRefusal(await post(token, `unclaimed/${id}/claim`, { as: 'tracker', name: unique('Tag') }), 404102)
    expectRefusal(await door.call('DELETE', `/v3/app/unclaimed/${id}`, { token }), 404102)
  })

  test('a device is shared by the link of a mail, seen by its receiver, and taken back', async () => {
    const giver = await door.person()
    const receiver = await door.person()
    const device_id = await door.tracker(giver.accountId)
    const share = (email: string, rest = {}) => post(giver.token, 'sharing', { device_id, email, ...rest })
    expectRefusal(await share(giver.email), 400113)
    expectRefusal(await post(giver.token, 'sharing', { device_id: 'nobody', email: receiver.email }), 404103)
    const offer = (await share(receiver.email)).body.share
    expect(offer).toMatchObject({ email: receiver.email, fullname: '', accepted: false })
    const stranger = newEmail()
    expectDone(await share(stranger))
    const strange = { body: { token: await door.mailToken(stranger) } }
    expectRefusal(await door.call('POST', '/v3/app/sharing/accept', strange), 404104)
    const token = await door.mailToken(receiver.email)
    expectDone(await door.call('POST', '/v3/app/sharing/accept', { body: { token } }))
    expectRefusal(await door.call('POST', '/v3/app/sharing/accept', { body: { token } }), 401102)
    expectRefusal(await share(receiver.email, { resend: true }), 400115)
    const [seen] = (await door.call('GET', '/v3/app/trackers', { token: receiver.token })).body.trackers
    expect(seen).toMatchObject({ device_id, class_index: -1, sharing: { share_from: { id: offer.id }, share_to: [] } })
    const from = await door.call('GET', `/v3/device/multishare/getfrom/${device_id}`, { token: receiver.token })
    expect(from.body.share).toMatchObject({ id: offer.id, email: giver.email })
    const to = await door.call('GET', `/v3/device/multishare/getto/${device_id}`, { token: giver.token })
    expect(to.body.shares).toContainEqual(expect.objectContaining({ id: offer.id, accepted: true }))
    const end = { device_id, share_id: offer.id }
    expectDone(await door.call('DELETE', '/v3/app/sharing', { token: giver.token, body: end }))
    expectRefusal(await door.call('DELETE', '/v3/app/sharing', { token: giver.token, body: end }), 404102)
    expect((await door.call('GET', '/v3/app/trackers', { token: receiver.token })).body.trackers).toEqual([])
  })
}
