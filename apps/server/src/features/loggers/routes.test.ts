import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png } from '../media/test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app
const image = dataUrl(await png(64, 64))

const PATH = '/v3/app/loggers'
const add = (token: string, body: object) => call('POST', PATH, { token, body })
const list = async (token: string) => (await call('GET', PATH, { token })).body.loggers

test('loggers are added with a picture, listed, renamed and deleted', async () => {
  const { token } = await given.person()
  const { logger } = (await add(token, { logger_name: 'Pharmacy', image })).body
  expect(logger).toEqual({
    logger_id: expect.any(String),
    logger_name: 'Pharmacy',
    image: expect.stringContaining('/'),
  })
  expect((await call('GET', logger.image, { token })).status).toBe(200)
  const renamed = await call('PUT', `${PATH}/${logger.logger_id}`, { token, body: { logger_name: 'Kitchen' } })
  expect(renamed.body.logger).toEqual({ ...logger, logger_name: 'Kitchen' })
  expect(await list(token)).toEqual([renamed.body.logger])
  expect((await call('DELETE', `${PATH}/${logger.logger_id}`, { token })).body.code).toBe(200)
  expect(await list(token)).toEqual([])
})

test('a logger needs a name that no other has, and a picture', async () => {
  const [{ token }, stranger] = [await given.person(), await given.person()]
  const { logger } = (await add(token, { logger_name: 'Pharmacy', image })).body
  expect((await add(token, { logger_name: ' ', image })).body.code).toBe(400001)
  expect((await add(token, { logger_name: 'Ward' })).body.code).toBe(400001)
  expect((await add(token, { logger_name: 'Ward', image: 'data:image/png;base64,AAAA' })).body.code).toBe(400001)
  expect((await add(token, { logger_name: 'Pharmacy', image })).body.code).toBe(400102)
  for (const id of [logger.logger_id, randomUUID(), 'x']) {
    const change = await call('PUT', `${PATH}/${id}`, { token: stranger.token, body: { logger_name: 'Mine' } })
    expect(change.body.code).toBe(404102)
    expect((await call('DELETE', `${PATH}/${id}`, { token: stranger.token })).body.code).toBe(404102)
  }
  expect(await list(token)).toEqual([logger])
})

test('a logger that holds carepads is not deleted until they are moved', async () => {
  const { token } = await given.person()
  const { logger } = (await add(token, { logger_name: 'Pharmacy', image })).body
  const carepad_id = `CP-${randomUUID()}`
  const body = { carepad_id, carepad_name: 'Fridge', logger_id: logger.logger_id }
  await call('POST', '/v3/app/carepads', { token, body })
  const remove = () => call('DELETE', `${PATH}/${logger.logger_id}`, { token })
  const refused = await remove()
  expect([refused.status, refused.body.code]).toEqual([412, 412001])
  await call('PUT', `/v3/app/carepads/${carepad_id}`, { token, body: { logger_id: null } })
  expect((await remove()).body.code).toBe(200)
})
