import { expect, test } from 'vitest'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const { call, origin } = await testApp()

const comeBack = (body: string, type = 'application/x-www-form-urlencoded') =>
  fetch(`${origin}/signin-return`, { method: 'POST', redirect: 'manual', headers: { 'content-type': type }, body })

test("a service's form goes on to the page as a fragment, without what nobody needs", async () => {
  const form = new URLSearchParams({
    state: 'a1b2',
    code: 'c.0.secret',
    id_token: 'aa.bb-_.cc',
    user: '{"name":{"firstName":"Aki"},"email":"aki@example.com"}',
  })
  const { status, headers } = await comeBack(String(form))
  expect(status).toBe(303)
  expect(headers.get('location')).toBe('/signin-return#id_token=aa.bb-_.cc&state=a1b2')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('so does a refusal of the person over there', async () => {
  const { status, headers } = await comeBack('error=user_cancelled_authorize&error_description=x&state=a1b2')
  expect({ status, location: headers.get('location') }).toEqual({
    status: 303,
    location: '/signin-return#state=a1b2&error=user_cancelled_authorize',
  })
})

test.each([
  ['nothing', ''],
  ['no state', 'id_token=a.b.c'],
  ['neither token nor error', 'state=a1b2'],
  ['both token and error', 'id_token=a.b.c&error=x&state=a1b2'],
  ['a token that is none', 'id_token=%0d%0aset-cookie:x&state=a1b2'],
  ['a state that is none', 'id_token=a.b.c&state=%23%0d%0a'],
  ['an error in words', 'error=<b>no</b>&state=a1b2'],
  ['more than 16 KB', `id_token=a.b.${'c'.repeat(16_400)}&state=a1b2`],
])('a form with %s is refused', async (_what, body) => {
  const response = await comeBack(body)
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({
    status: 400,
    location: null,
  })
  expect(await response.json()).toMatchObject({ result: false, code: 400001 })
})

test('nothing but a form is taken, and no other path takes forms', async () => {
  const json = await comeBack('{"id_token":"a.b.c","state":"a"}', 'application/json')
  expect(await json.json()).toMatchObject({ code: 400001, info: 'content-type' })
  const { body } = await call('POST', '/v3/app/users/signin', {
    body: 'provider=google',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(body).toMatchObject({ code: 400001, info: 'content-type' })
})
