import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, jpeg, png } from '../media/test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app
const { db } = app.database

const logo = dataUrl(await png(120, 24))
const picture = dataUrl(await jpeg(150, 300), 'image/jpeg')
const ADDRESS = /^\/v3\/app\/media\/[A-Za-z0-9_-]{43}\.(png|jpg)$/

const profile = async (token: string) => (await call('GET', '/v3/app/users/profile', { token })).body
const actions = async (accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from activity_logs
    where account_id = ${accountId} and action like 'change_%' order by created_at_ms, id`.execute(db)
  return rows.map(({ action }) => action)
}

test('a logo is answered with its address, stands in the profile, and goes when reset [API-POST /app/users/customlogo, API-DELETE /app/users/customlogo, ENT-user.custom_logo]', async () => {
  const { token, accountId } = await given.person()
  const set = await call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: logo } })
  expect(set.body).toEqual({ result: true, code: 200, custom_logo: expect.stringMatching(ADDRESS) })
  expect((await profile(token)).custom_logo).toBe(set.body.custom_logo)
  expect((await call('GET', set.body.custom_logo, { token })).status).toBe(200)
  expect((await call('DELETE', '/v3/app/users/customlogo', { token })).body).toEqual({ result: true, code: 200 })
  expect((await profile(token)).custom_logo).toBe('')
  expect((await call('GET', set.body.custom_logo, { token })).status).toBe(404)
  // A reset of what is reset harms nothing.
  expect((await call('DELETE', '/v3/app/users/customlogo', { token })).status).toBe(200)
  expect(await actions(accountId)).toEqual(['change_logo', 'change_logo', 'change_logo'])
})

test('the about page has a picture and an address it leads to, and loses either by itself [API-PUT /app/users/about/image, API-DELETE /app/users/about/image, API-PUT /app/users/about/content, ENT-user.about_image, ENT-user.about_content]', async () => {
  const { token, accountId } = await given.person()
  const set = await call('PUT', '/v3/app/users/about/image', { token, body: { image: picture } })
  expect(set.body).toEqual({ result: true, code: 200, image_url: expect.stringMatching(ADDRESS) })
  const content = 'https://hinoki.example/ward?lang=ja'
  expect((await call('PUT', '/v3/app/users/about/content', { token, body: { content } })).status).toBe(200)
  expect(await profile(token)).toMatchObject({ about_image: set.body.image_url, about_content: content })
  expect((await call('DELETE', '/v3/app/users/about/image', { token })).status).toBe(200)
  expect(await profile(token)).toMatchObject({ about_image: '', about_content: content })
  await call('PUT', '/v3/app/users/about/content', { token, body: { content: '' } })
  expect((await profile(token)).about_content).toBe('')
  expect(await actions(accountId)).toEqual(Array(4).fill('change_about'))
})

test.each([
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['no address', 'hinoki'],
  ['a number', 7],
  ['an address too long', `https://hinoki.example/${'x'.repeat(2000)}`],
])('the picture of the about page cannot lead to %s', async (_what, content) => {
  const { token } = await given.person()
  const answer = await call('PUT', '/v3/app/users/about/content', { token, body: { content } })
  expect(answer.body).toMatchObject({ code: 400001, info: 'body.content' })
  expect((await profile(token)).about_content).toBe('')
})

test('only the owner changes the branding of the account, and everybody in it sees it', async () => {
  const owner = await given.person()
  const { accountId } = owner
  const others = [
    (await given.person({ accountId, class: 'deputy' })).token,
    (await given.person({ accountId, class: 'readonly' })).token,
    await given.visitor(owner, 'deputy'),
  ]
  const { body } = await call('POST', '/v3/app/users/customlogo', { token: owner.token, body: { custom_logo: logo } })
  for (const token of others) {
    for (const [method, path, sent] of [
      ['POST', 'customlogo', { custom_logo: logo }],
      ['DELETE', 'customlogo', undefined],
      ['PUT', 'about/image', { image: picture }],
      ['DELETE', 'about/image', undefined],
      ['PUT', 'about/content', { content: '' }],
    ] as const) {
      expect((await call(method, `/v3/app/users/${path}`, { token, body: sent })).body.code).toBe(403001)
    }
    expect((await profile(token)).custom_logo).toBe(body.custom_logo)
  }
  expect((await profile((await given.person()).token)).custom_logo).toBe('')
})

test('a body with more than the picture is refused', async () => {
  const { token } = await given.person()
  const answer = await call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: logo, account_id: 'x' } })
  expect(answer.body.code).toBe(400001)
})

test('two logos set at once leave one picture behind', async () => {
  const { token, accountId } = await given.person()
  const set = () => call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: logo } })
  await Promise.all([set(), set(), set()])
  const { rows } = await sql<{ name: string }>`select name from media where account_id = ${accountId}`.execute(db)
  expect(rows.map(({ name }) => `/v3/app/media/${name}`)).toEqual([(await profile(token)).custom_logo])
})
