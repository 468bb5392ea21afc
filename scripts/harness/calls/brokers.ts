import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal } from './door.ts'

const PATH = '/v3/app/brokers'
/** Of the IPv4 ranges for documentation, where nobody answers. */
const SETTINGS = {
  ...{ broker_name: 'Home', host: '192.0.2.7', port: 1883, tls: false, ca_certificate: '', username: 'home' },
  ...{ reads: ['espresense'], theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '' },
  paused: true,
}

export function brokerCalls(door: Door): void {
  const list = async (token: string) => (await door.call('GET', PATH, { token })).body.brokers
  const add = (token: string, rest: object = {}) =>
    door.call('POST', PATH, { token, body: { ...SETTINGS, password: 'secret', ...rest } })

  test('a broker is added, changed and removed, and its password never comes out', async () => {
    const { token } = await door.person()
    const added = await add(token)
    expectDone(added)
    expect(added.body.broker).toMatchObject({ ...SETTINGS, has_password: true, state: 'paused', fault: '', senders: 0 })
    expect(JSON.stringify(added.body)).not.toContain('secret')
    const { broker_id } = added.body.broker
    const body = { ...SETTINGS, broker_name: 'Ward', reads: ['owntracks'] }
    const changed = await door.call('PUT', `${PATH}/${broker_id}`, { token, body })
    expect(changed.body.broker).toMatchObject({ broker_name: 'Ward', reads: ['owntracks'], has_password: true })
    const without = await door.call('PUT', `${PATH}/${broker_id}`, { token, body: { ...body, password: '' } })
    expect(without.body.broker.has_password).toBe(false)
    expect(await list(token)).toMatchObject([{ broker_id, broker_name: 'Ward' }])
    expectDone(await door.call('DELETE', `${PATH}/${broker_id}`, { token }))
    expect(await list(token)).toEqual([])
    expectRefusal(await door.call('DELETE', `${PATH}/${broker_id}`, { token }), 404102)
    expectRefusal(await door.call('PUT', `${PATH}/${broker_id}`, { token, body }), 404102)
  })

  test('a stored password goes to no other address and no other user', async () => {
    const { token } = await door.person()
    const { broker_id } = (await add(token, { tls: true })).body.broker
    for (const other of [{ host: '192.0.2.8' }, { port: 8883 }, { username: 'other' }, { tls: false }]) {
      const { broker_name, discovery_prefix, paused, ...address } = { ...SETTINGS, tls: true, ...other }
      const body = { ...SETTINGS, tls: true, ...other }
      expectRefusal(await door.call('PUT', `${PATH}/${broker_id}`, { token, body }), 400001, 'body.password')
      const tried = await door.call('POST', `${PATH}/try`, { token, body: { ...address, broker_id } })
      expectRefusal(tried, 400001, 'body.password')
    }
  })

  test('an account has ten brokers, which guests do not see', async () => {
    const { token, accountId } = await door.person()
    for (let count = 0; count < 10; count += 1) expectDone(await add(token))
    expectRefusal(await add(token), 409001)
    const guest = await door.person({ accountId, class: 'readonly' })
    expectRefusal(await door.call('GET', PATH, { token: guest.token }), 403001)
    expectRefusal(await add(guest.token), 403001)
    expect(await list((await door.person()).token)).toEqual([])
  })

  test('what cannot be an address or a topic is refused', async () => {
    const { token } = await door.person()
    const wrong = [
      ...[{ host: '' }, { host: 'mqtt://home' }, { host: 'home/x' }, { host: 'a b' }, { port: 0 }, { port: 65_536 }],
      ...[{ reads: ['everything'] }, { theengs_base: '#' }, { theengs_base: '+/x' }, { zigbee2mqtt_base: '$SYS' }],
      ...[{ discovery_prefix: 'a/' }, { ca_certificate: 'no PEM' }, { username: '\u0000' }, { broker_name: '' }],
    ]
    for (const rest of wrong) expectRefusal(await add(token, rest), 400001)
    for (const rest of [{ host: '::1' }, { host: 'broker.example' }, { discovery_prefix: 'ha/discovery' }])
      expectDone(await add(token, rest))
  })
}
