import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal } from './door.ts'

const device = { platform: 'web', useragent: 'test', push_token: '' }

export function authCalls(door: Door): void {
  const signIn = (email: string, password: string, platform = 'web') =>
    door.call('POST', '/v3/app/users/signin', {
      body: { device: { ...device, platform }, user: { provider: 'email', email, password } },
    })

  test('sign-in answers who somebody is; a wrong password and an unknown address are refused alike', async () => {
    const { email } = await door.person({ class: 'deputy' })
    const answer = await signIn(email.toUpperCase(), door.password)
    expectDone(answer)
    expect(answer.body).toMatchObject({ email, class: 'deputy', b2b_user: true, groups: [] })
    expectRefusal(await signIn(email, 'not the password'), 401101)
    expectRefusal(await signIn('nobody@kita.example', door.password), 401101)
    expectRefusal(await signIn(email, door.password, 'toaster'), 400103)
  })

  test('a token is validated as it is, replaced where that is asked for, and void after the sign-out', async () => {
    const { token } = await door.person()
    const same = await door.call('POST', '/v3/app/users/token', { token, body: {} })
    expect(same.body.access_token).toBe(token)
    const { access_token } = (await door.call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body
    expect(access_token).not.toBe(token)
    const body = { device: { platform: 'web' } }
    expectDone(await door.call('POST', '/v3/app/users/signout', { token: access_token, body }))
    expectRefusal(await door.call('GET', '/v3/app/users/profile', { token: access_token }), 401001)
    expectRefusal(await door.call('GET', '/v3/app/users/profile'), 401001)
  })

  test('each field of the profile can be changed by the people it belongs to', async () => {
    const owner = await door.person()
    const deputy = await door.person({ accountId: owner.accountId, class: 'deputy' })
    const readonly = await door.person({ accountId: owner.accountId, class: 'readonly' })
    const change = (token: string, user: object) => door.call('PUT', '/v3/app/users/profile', { token, body: { user } })
    const renamed = await change(owner.token, { fullname: 'Sato Ren', timezone: 'Asia/Taipei' })
    expect(renamed.body).toMatchObject({ fullname: 'Sato Ren', timezone: 'Asia/Taipei', class: 'owner' })
    const spoken = await change(readonly.token, { locale: 'ja-jp' })
    expect(spoken.body).toMatchObject({ locale: 'ja-jp', timezone: 'Asia/Taipei', class: 'readonly' })
    expectRefusal(await change(deputy.token, { fullname: 'Sato Ren' }), 403001)
    expectRefusal(await change(readonly.token, { notification_ring_repeat: true }), 403001)
    expectRefusal(await change(owner.token, { timezone: 'Europe/Paris' }), 400001)
  })

  test('who proves the password again may do what wants a fresh proof', async () => {
    const owner = await door.person()
    await door.letProofAge(owner)
    let { token } = owner
    const pin = () => door.call('PUT', '/v3/app/users/pin', { token, body: { pin_check: '1:c2FsdA==:dmVy' } })
    const prove = (password: string) =>
      door.call('POST', '/v3/app/users/reauth', { token, body: { user: { password } } })
    expectRefusal(await pin(), 412001, 'reauth')
    expectRefusal(await prove('not the password'), 401101)
    const proved = await prove(door.password)
    expectDone(proved)
    token = proved.body.access_token
    expectDone(await pin())
    expect((await door.call('GET', '/v3/app/users/profile', { token })).body.pin_check).toBe('1:c2FsdA==:dmVy')
  })
}
