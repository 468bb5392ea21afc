import { errors } from '@whereabouts/contract/errors'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const { call } = await testApp()

test('the words of a code come in the language asked for, without a session [API-GET /app/errors]', async () => {
  expect((await call('GET', '/v3/app/errors?code=400117&locale=ja-jp')).body).toEqual({
    result: true,
    code: 400117,
    message: errors.accessLinkNameTaken.words['ja-jp'],
  })
})

test('without a language they come in the browser’s', async () => {
  const headers = { 'accept-language': 'zh-TW,en;q=0.5' }
  const { body } = await call('GET', '/v3/app/errors?code=400117', { headers })
  expect(body.message).toBe(errors.accessLinkNameTaken.words['zh-tw'])
})

test.each(['400999', '200000'])('the unknown code %s is not found', async (code) => {
  expect(await call('GET', `/v3/app/errors?code=${code}`)).toMatchObject({ status: 404, body: { code: 404102 } })
})

test.each(['', '?code=', '?code=abc', '?code=40011', '?code=400117&locale=ja-jp&x=1'])(
  'the query "%s" is invalid input',
  async (query) => {
    expect((await call('GET', `/v3/app/errors${query}`)).body.code).toBe(400001)
  },
)
