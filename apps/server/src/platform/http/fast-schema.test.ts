import { answerSchema } from '@whereabouts/contract/kit'
import { trackers } from '@whereabouts/contract/trackers'
import { expect, test } from 'vitest'
import { fastSchema } from './fast-schema.ts'

test('"this or null" becomes a nullable this, at any depth', () => {
  const name = { anyOf: [{ type: 'string' }, { type: 'null' }] }
  expect(fastSchema({ type: 'object', properties: { name, list: { type: 'array', items: name } } })).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', nullable: true },
      list: { type: 'array', items: { type: 'string', nullable: true } },
    },
  })
})

test('constants of one type become that type', () => {
  const one = { type: 'number', const: 1 }
  const two = { type: 'number', const: 2 }
  expect(fastSchema({ anyOf: [one, two] })).toEqual({ type: 'number' })
  expect(fastSchema({ anyOf: [one, two, { type: 'null' }] })).toEqual({ type: 'number', nullable: true })
})

test('alternatives that only the value can tell apart stay', () => {
  const schema = { anyOf: [{ type: 'string' }, { type: 'number' }] }
  expect(fastSchema(schema)).toEqual(schema)
})

test('a list of trackers is written without looking for alternatives', () => {
  expect(JSON.stringify(fastSchema(answerSchema(trackers.list)))).not.toContain('anyOf')
})
