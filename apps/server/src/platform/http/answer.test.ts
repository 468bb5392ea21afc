import { expect, test } from 'vitest'
import { refuse } from '../refusal.ts'
import { toRefusal } from './answer.ts'

test.each([
  ['a refusal stays what it is', refuse('deviceNotFound'), 404103],
  ['a body too large is invalid input', Object.assign(new Error('x'), { statusCode: 413, code: 'FST_ERR' }), 400001],
  ['a database that is away asks to come again', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 500002],
  ['a database that shuts down asks to come again', Object.assign(new Error('x'), { code: '57P01' }), 500002],
  ['a broken connection asks to come again', new Error('Connection terminated unexpectedly'), 500002],
  ['anything else is a bug of ours', new TypeError('x is not a function'), 500001],
])('%s', (_what, error, code) => {
  expect(toRefusal(error).code).toBe(code)
})
