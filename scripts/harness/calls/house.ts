/** What the account shows of itself, who is an integrator's, LINE groups, alarms, and what everybody may ask. */
import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal, newEmail } from './door.ts'

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function houseCalls(door: Door): void {
  test('everybody may ask for the settings of the server and for the words of an error', async () => {
    expect((await door.call('GET', '/v3/app/config')).body).toMatchObject({ signup: true, brand: 'default' })
    const words = await door.call('GET', '/v3/app/errors?code=404104&locale=ja')
    expect(words.body).toMatchObject({ code: 404104, message: expect.stringMatching(/[ぁ-ん]/) })
    expectRefusal(await door.call('GET', '/v3/app/errors?code=404999'), 404102)
    expectRefusal(await door.call('GET', '/v3/app/errors?code=word'), 400001, 'query.code')
    expectRefusal(await door.call('GET', '/v3/app/nothing'), 404101)
    expectRefusal(await door.call('PUT', '/v3/app/config', { body: {} }), 405001)
  })

  test('logo and about page are the account’s own', async () => {
    const { token } = await door.person()
    const { custom_logo } = (
      await door.call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: LOGO } })
    ).body
    const { image_url } = (await door.call('PUT', '/v3/app/users/about/image', { token, body: { image: LOGO } })).body
    const content = 'https://kita.example/help'
    expectDone(await door.call('PUT', '/v3/app/users/about/content', { token, body: { content } }))
    const profile = async () => (await door.call('GET', '/v3/app/users/profile', { token })).body
    expect(await profile()).toMatchObject({ custom_logo, about_image: image_url, about_content: content })
    expectDone(await door.call('DELETE', '/v3/app/users/customlogo', { token }))
    expectDone(await door.call('DELETE', '/v3/app/users/about/image', { token }))
    expect(await profile()).toMatchObject({ custom_logo: '', about_image: '' })
    const script = { content: 'javascript:alert(1)' }
    expectRefusal(await door.call('PUT', '/v3/app/users/about/content', { token, body: script }), 400001)
  })

  test('an integrator makes business users, switches their features and deletes them', async () => {
    const integrator = await door.person({ groups: ['Integrator'] })
    const { token } = integrator
    const email = newEmail()
    const ask = (method: string, body?: object) =>
      door.call(method, '/v3/app/integrator/user', { token, ...(body === undefined ? {} : { body }) })
    const create = (to: string) => ask('POST', { user: { email: to, fullname: 'Hinoki Garden', locale: 'en-us' } })
    expectRefusal(await create(integrator.email), 400105)
    const [made] = (await create(email)).body.b2b_users
    expect(made).toMatchObject({ email, fullname: 'Hinoki Garden', verified: false, groups: [] })
    const groups = (user: object) => door.call('POST', '/v3/app/users/groups', { token, body: { user } })
    expectDone(await groups({ user_id: made.user_id, groups: ['G3OfficeLog', 'Integrator'] }))
    expect((await ask('GET')).body.b2b_users[0].groups).toEqual(['G3OfficeLog'])
    expectRefusal(await groups({ user_id: '00000000-0000-4000-8000-000000000000', groups: [] }), 404102)
    expectRefusal(await groups({ groups: ['Astronauts'] }), 400001, 'body.user.groups')
    const link = { token: await door.mailToken(email), user: { password: 'seven quiet otters' } }
    expectDone(await door.call('POST', '/v3/app/users/confirm/recovery', { body: link }))
    expect((await ask('GET')).body.b2b_users[0].verified).toBe(true)
    const own = await door.call('DELETE', '/v3/app/users/profile', {
      token,
      body: { user: { email: integrator.email } },
    })
    expectRefusal(own, 409001, 'business users')
    expect((await ask('DELETE', { user_id: made.user_id })).body.b2b_users).toEqual([])
    expectRefusal(await ask('DELETE', { user_id: made.user_id }), 404102)
    await door.letProofAge(integrator)
    expectRefusal(await ask('DELETE', { user_id: made.user_id }), 412001, 'reauth')
  })

  test('a LINE group is linked by a code that its bot posted, and by no other', async () => {
    const { token } = await door.person()
    const path = '/v3/app/accountlink/line'
    expect((await door.call('GET', path, { token })).body.line_groups).toEqual([])
    const note = (body: object) => door.call('POST', `${path}/note`, { token, body: { note: 'Night shift', ...body } })
    expectRefusal(await note({ link_code: 'a code nobody posted' }), 400118)
    const id = '00000000-0000-4000-8000-000000000000'
    expectRefusal(await note({ line_group_id: id }), 404102)
    const removed = await door.call('DELETE', path, { token, body: { line_group_ids: [id] } })
    expect(removed.body.failed_list).toEqual([id])
  })

  test('an account without alarms has none to list, and answers for none; a test of the ring is no alarm', async () => {
    const { token } = await door.person()
    expect((await door.call('GET', '/v3/app/alarms?state=open', { token })).body).toMatchObject({
      alarms: [],
      notifications: [],
      lasting: [],
    })
    const event_time_ms = Date.now()
    const push = (type: string) =>
      door.call('POST', '/v3/app/notifications/push', { token, body: { type, event_time_ms } })
    expect((await push('disengage')).body.alarms).toEqual([])
    expect((await push('test')).body.alarms).toEqual([])
    expectRefusal(await push('shout'), 400001)
    expect((await door.call('GET', '/v3/app/notifications', { token })).body.notifications).toEqual([])
    const ids = { alarm_ids: ['00000000-0000-4000-8000-000000000000'] }
    expectDone(await door.call('POST', '/v3/app/alarms/shown', { token, body: ids }))
    for (const what of ['acknowledge', 'going', 'seen'])
      expect((await door.call('POST', `/v3/app/alarms/${what}`, { token, body: ids })).body.alarms).toEqual([])
  })
}
