import { expect, test } from 'vitest'
import { newerVersion, newestByModel, onceAVersion } from './newer.ts'

const newest = newestByModel([
  { device_model: 'g3', version: '1.8.10' },
  { device_model: 'mobile', version: '9.9.9' },
])

test.each([
  ['g3', '1.8.9', '', '1.8.10'],
  ['g3', '1.8.10', '', undefined],
  ['g3', '1.9.0', '', undefined],
  ['g3', 'unknown', '', undefined],
  ['g3', '1.0.0', 'minew', undefined],
  ['g3m', '1.0.0', '', undefined],
  ['mobile', '1.0.0', '', undefined],
] as const)('a %s with %s of make %j could have %s', (device_model, firmware, make, version) => {
  expect(newerVersion(newest, { device_model, firmware, make })).toBe(version)
})

test('each version is judged once, also where the judgement is no', () => {
  let judgements = 0
  const isEven = onceAVersion(({ firmware }) => {
    judgements += 1
    return firmware.endsWith('2')
  })
  const given = ['1.0.1', '1.0.2', '1.0.1', '1.0.2'].map((firmware) => ({
    device_model: 'g3' as const,
    firmware,
    make: '',
  }))
  expect(given.map(isEven)).toEqual([false, true, false, true])
  expect(judgements).toBe(2)
})
