import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal, unique } from './door.ts'

export function accessLinkCalls(door: Door): void {
  const create = (token: string, accesslink: object) =>
    door.call('POST', '/v3/app/accesslink', { token, body: { accesslink } })
  const enter = (access_code: string, password?: string) =>
    door.call('POST', '/v3/app/users/signin/accesslink', {
      body: {
        device: { platform: 'web', useragent: 'test', push_token: '' },
        user: { provider: 'accesslink', access_code, ...(password === undefined ? {} : { password }) },
      },
    })

  test('a link lets a visitor in with its role, until it is deleted', async () => {
    const { token } = await door.person()
    const wanted = { name: unique('Family'), role: 'guest', notes: 'Back door', password: 'four small teapots' }
    const { accesslink } = (await create(token, { ...wanted, ttl: 3600 })).body
    const { password, ...shown } = wanted
    expect(accesslink).toMatchObject({ ...shown, has_password: true })
    expect(accesslink.expire_time - accesslink.created_time).toBe(3600)
    expect((await door.call('GET', '/v3/app/accesslink', { token })).body.accesslinks).toEqual([accesslink])
    expectRefusal(await enter(accesslink.link_code), 401101)
    expectRefusal(await enter(accesslink.link_code, 'not the password'), 401101)
    const visit = await enter(accesslink.link_code, password)
    expect(visit.body).toMatchObject({ class: 'readonly', name: wanted.name })
    const visitor = { token: visit.body.access_token }
    expectDone(await door.call('GET', '/v3/app/trackers', visitor))
    expectRefusal(await door.call('GET', '/v3/app/stations', visitor), 403001)
    const codes = [accesslink.link_code, 'a code nobody has']
    const removed = await door.call('DELETE', '/v3/app/accesslink', { token, body: { accesslinks: codes } })
    expect(removed.body.failed_list).toEqual(['a code nobody has'])
    expectRefusal(await door.call('GET', '/v3/app/trackers', visitor), 401001)
    expectRefusal(await enter(accesslink.link_code, password), 404102)
  })

  test('a link has a name of its own, a long password, an end in the future and no role above its maker’s', async () => {
    const owner = await door.person()
    const deputy = await door.person({ accountId: owner.accountId, class: 'deputy' })
    const name = unique('Family')
    expectDone(await create(owner.token, { name, role: 'guest', ttl: null }))
    expectRefusal(await create(owner.token, { name, role: 'guest' }), 400117)
    expectRefusal(await create(owner.token, { name: unique('Link'), role: 'guest', password: 'short' }), 400106)
    const past = { name: unique('Link'), role: 'guest', expire_time: 1_700_000_000 }
    expectRefusal(await create(owner.token, past), 400001, 'body.accesslink.expire_time')
    expectRefusal(await create(deputy.token, { name: unique('Link'), role: 'deputy' }), 403001)
    expectRefusal(await create(owner.token, { name: unique('Link'), role: 'deputy', ttl: null }), 400001)
    await door.letProofAge(owner)
    expectRefusal(await create(owner.token, { name: unique('Link'), role: 'support' }), 412001, 'reauth')
  })

  test('an account has one support link', async () => {
    const { token } = await door.person()
    expectDone(await create(token, { name: unique('Support'), role: 'support' }))
    expectRefusal(await create(token, { name: unique('Support'), role: 'support' }), 409001, 'support')
  })
}
