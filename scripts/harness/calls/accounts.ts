import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal, newEmail } from './door.ts'

const NEW_PASSWORD = 'seven quiet otters'

export function accountCalls(door: Door): void {
  const post = (path: string, body: object, token?: string) =>
    door.call('POST', `/v3/app/users/${path}`, { body, ...(token === undefined ? {} : { token }) })
  const signIn = (email: string, password: string) =>
    post('signin', {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    })
  const signUp = (email: string, password = NEW_PASSWORD) =>
    post('signup', { user: { email, password, fullname: 'Lin Wei', locale: 'zh-tw' } })

  test('an account waits for its address to be verified by the link of a mail, which works once', async () => {
    const email = newEmail()
    const sent = await signUp(email)
    expectDone(sent)
    expect(sent.body.mail_sent).toBe(true)
    expectRefusal(await signIn(email, NEW_PASSWORD), 400101)
    const token = await door.mailToken(email)
    const preview = await post('confirm/preview', { token })
    expect(preview.body).toMatchObject({ purpose: 'confirm', email, device_names: [], has_account: true })
    expect((await post('confirm', { token })).body.email).toBe(email)
    expectRefusal(await post('confirm', { token }), 400110)
    expectRefusal(await post('confirm', { token: 'a token nobody was sent' }), 400111)
    expectDone(await signIn(email, NEW_PASSWORD))
  })

  test('sign-up refuses a known address, a short password and one that everybody guesses', async () => {
    const { email } = await door.person()
    expectRefusal(await signUp(email), 400105)
    expectRefusal(await signUp(newEmail(), 'short'), 400106)
    expectRefusal(await signUp(newEmail(), 'password123'), 400001, 'body.user.password')
    expectRefusal(await signUp('no address'), 400001)
  })

  test('a forgotten password is set by the link of a mail', async () => {
    const { email, token: session } = await door.person()
    expectDone(await post('recovery', { user: { email } }))
    const token = await door.mailToken(email)
    expectRefusal(await post('confirm/recovery', { token, user: { password: 'short' } }), 400106)
    expectDone(await post('confirm/recovery', { token, user: { password: NEW_PASSWORD } }))
    expectRefusal(await post('confirm/recovery', { token, user: { password: NEW_PASSWORD } }), 401102)
    expectRefusal(await door.call('GET', '/v3/app/users/profile', { token: session }), 401001)
    expectDone(await signIn(email, NEW_PASSWORD))
    expectRefusal(await post('recovery', { user: { email: newEmail() } }), 404104)
  })

  test('a password is changed by the old one; the other sessions end', async () => {
    const { email, token } = await door.person()
    const other = (await signIn(email, door.password)).body.access_token
    const change = (old_password: string, new_password: string) =>
      post('password', { user: { old_password, new_password } }, token)
    expectRefusal(await change('not the password', NEW_PASSWORD), 401101)
    expectRefusal(await change(door.password, 'short'), 400106)
    expectRefusal(await change(door.password, 'password123'), 400001, 'body.user.new_password')
    const { access_token } = (await change(door.password, NEW_PASSWORD)).body
    expectDone(await door.call('GET', '/v3/app/users/profile', { token: access_token }))
    expectRefusal(await door.call('GET', '/v3/app/users/profile', { token: other }), 401001)
  })

  test('another address is confirmed at the new one', async () => {
    const owner = await door.person()
    const { email: known } = await door.person()
    const email = newEmail()
    const change = (to: string) => post('email', { user: { email: to } }, owner.token)
    expectRefusal(await change(known), 400105)
    expectDone(await change(email))
    const token = await door.mailToken(email)
    expect((await post('confirm/email', { token })).body.email).toBe(email)
    expectRefusal(await post('confirm/email', { token }), 401102)
    expectDone(await signIn(email, door.password))
    await door.letProofAge(owner)
    expectRefusal(await change(newEmail()), 412001, 'reauth')
  })

  test('an account is deleted by its address typed again and the link of a mail', async () => {
    const { email, token } = await door.person()
    const remove = (typed: string) =>
      door.call('DELETE', '/v3/app/users/profile', { token, body: { user: { email: typed } } })
    expectRefusal(await remove(newEmail()), 400001, 'body.user.email')
    expectDone(await remove(email))
    const link = await door.mailToken(email)
    expect((await post('confirm/remove', { token: link })).body.email).toBe(email)
    expectRefusal(await signIn(email, door.password), 401101)
    expectRefusal(await door.call('GET', '/v3/app/users/profile', { token }), 401001)
  })

  test('the verification is sent again, and answered alike for an address nobody knows', async () => {
    expectDone(await post('confirm/resend', { user: { email: newEmail() } }))
    const email = newEmail()
    await signUp(email)
    expectDone(await post('confirm/resend', { user: { email } }))
    expectDone(await post('confirm', { token: await door.mailToken(email) }))
  })
}
