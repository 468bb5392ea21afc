/** The lists that are saved as a whole, and zones. */
import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal, unique } from './door.ts'

export function listCalls(door: Door): void {
  const classesOf = (token: string, classes: object[]) =>
    door.call('POST', '/v3/app/users/extrasettings/class', { token, body: { classes } })

  test('classes fill ten slots; one in use is neither left out nor emptied', async () => {
    const owner = await door.person()
    const { token } = owner
    const entry = { index: 3, name: 'Beds', color: '#8a5f37', urls: [{ name: 'Manual', url: 'https://beds.example/' }] }
    const saved = (await classesOf(token, [entry])).body.classes
    expect(saved).toHaveLength(10)
    expect(saved[3]).toEqual({ ...entry, color: '#8A5F37', is_staff: false })
    expect(saved[0]).toMatchObject({ index: 0, name: '', urls: [] })
    const device = await door.tracker(owner.accountId)
    const assign = (device_ids: string[], class_index: number) =>
      door.call('PUT', '/v3/app/trackers/class', { token, body: { device_ids, class_index } })
    expectDone(await assign([device], 3))
    expectRefusal(await classesOf(token, []), 412001, 'classes.3')
    expectRefusal(await assign([device], 4), 404102, 'class_index')
    const partly = await assign([device, 'nobody'], -1)
    expectRefusal(partly, 409002)
    expect(partly.body.failed_list).toEqual([{ id: 'nobody', code: 404103 }])
    expectDone(await classesOf(token, []))
    expectRefusal(await classesOf(token, [entry, { ...entry, index: 4 }]), 400001)
  })

  test('remark items keep their index; a new name gets none of a removed item that has memos', async () => {
    const owner = await door.person()
    const { token } = owner
    const save = (items: object[]) =>
      door.call('POST', '/v3/app/users/extrasettings/remarks', { token, body: { items } })
    const [diet, hearing] = [
      { index: 0, name: 'Diet' },
      { index: 1, name: 'Hearing' },
    ]
    expect((await save([hearing, diet])).body.items).toEqual([hearing, diet])
    expect((await save([hearing])).body.items).toEqual([hearing])
    const mobility = { index: 0, name: 'Mobility' }
    expect((await save([hearing, mobility])).body.items).toEqual([hearing, mobility])
    const device = await door.tracker(owner.accountId)
    const items = [{ index: 0, memo: 'Two sticks' }]
    expectDone(await door.call('PUT', `/v3/app/trackers/${device}/remarks`, { token, body: { items } }))
    await save([hearing])
    const renewed = [hearing, { index: 2, name: 'Allergies' }]
    expect((await save([hearing, { index: 0, name: 'Allergies' }])).body.items).toEqual(renewed)
    expect((await door.call('GET', '/v3/app/users/extrasettings/remarks', { token })).body.items).toEqual(renewed)
    expectRefusal(await save([diet, diet]), 400001)
  })

  test('who is told of alarms is named in an order; where nobody is, the owner is', async () => {
    const { token, email } = await door.person()
    const path = '/v3/app/users/extrasettings/alerts'
    expect((await door.call('GET', path, { token })).body.contacts).toEqual([{ email, after_s: 0, is_confirmed: true }])
    const contacts = [
      { email: 'night@kita.example', after_s: 0 },
      { email, after_s: 90 },
    ]
    const saved = await door.call('POST', path, { token, body: { contacts, acknowledge_within_s: 45 } })
    expect(saved.body).toMatchObject({ contacts, acknowledge_within_s: 45 })
    expect(saved.body.contacts).toMatchObject([{ is_confirmed: false }, { is_confirmed: true }])
    const toNight = 'night@kita.example'
    const askAgain = (address: string) => door.call('POST', `${path}/contact`, { token, body: { email: address } })
    expect((await askAgain(toNight)).body).toMatchObject({ mail_sent: true })
    expectRefusal(await askAgain(email), 409001)
    expectRefusal(await askAgain('day@kita.example'), 404102)
    const agree = { body: { token: await door.mailToken(toNight) } }
    expect((await door.call('POST', '/v3/app/users/confirm/contact', agree)).body.email).toBe(toNight)
    expectRefusal(await door.call('POST', '/v3/app/users/confirm/contact', agree), 401102)
    expect((await door.call('GET', path, { token })).body.contacts).toMatchObject([{ is_confirmed: true }, {}])
    expect(saved.body.arrive_within_s).toBe(120)
    const later = { contacts, acknowledge_within_s: 45, arrive_within_s: 300 }
    expect((await door.call('POST', path, { token, body: later })).body.arrive_within_s).toBe(300)
    expectRefusal(await door.call('POST', path, { token, body: { ...later, arrive_within_s: 29 } }), 400001)
    const twice = [contacts[0], contacts[0]]
    expectRefusal(await door.call('POST', path, { token, body: { contacts: twice, acknowledge_within_s: 45 } }), 400001)
    expectRefusal(await door.call('POST', path, { token, body: { contacts, acknowledge_within_s: 5 } }), 400001)
  })

  test('zones come, change and go; one that crosses itself or has a taken name is refused', async () => {
    const owner = await door.person()
    const { token } = owner
    const polygon = [
      [139.56, 35.62],
      [139.57, 35.62],
      [139.57, 35.63],
      [139.56, 35.63],
    ]
    const crossing = [polygon[0], polygon[2], polygon[1], polygon[3]]
    const add = (body: object) => door.call('POST', '/v3/app/zones', { token, body })
    const zone_name = unique('Garden')
    const { zone } = (await add({ zone_name, zone_type: 'danger', shape: { polygon } })).body
    expect(zone).toMatchObject({ zone_name, class_indexes: null, active_times: null })
    expectRefusal(await add({ zone_name, zone_type: 'danger', shape: { polygon } }), 400102)
    const alike = { zone_name: zone_name.replace('Garden', 'Ｇａｒｄｅｎ'), zone_type: 'danger', shape: { polygon } }
    expectRefusal(await add(alike), 400102)
    const crossed = { zone_name: unique('Pond'), zone_type: 'danger', shape: { polygon: crossing } }
    expectRefusal(await add(crossed), 400001, 'body.shape.polygon')
    const foreign = { zone_name: unique('Lobby'), zone_type: 'danger', shape: { t4_ids: ['T4-000000000000'] } }
    expectRefusal(await add(foreign), 404102, 'shape.t4_ids')
    const station = await door.station(owner.accountId)
    const shape = { t4_ids: [station] }
    const path = `/v3/app/zones/${zone.id}`
    const changed = await door.call('PUT', path, { token, body: { shape, class_indexes: [1] } })
    expect(changed.body.zone).toEqual({ ...zone, shape, class_indexes: [1] })
    expectDone(await door.call('DELETE', path, { token }))
    expectRefusal(await door.call('DELETE', path, { token }), 404102)
    expect((await door.call('GET', '/v3/app/zones', { token })).body.zones).toEqual([])
  })
}
