import { expect, test } from 'vitest'
import { eddystoneIdentity, ibeaconIdentity, isRadioIdentity, macIdentity, mayChange } from './radio-identity.ts'

test('radio identities are distinguished from device ids and names of people', () => {
  const made = [
    ibeaconIdentity('426c7565-4368-6172-6d42-6561636f6e73', 3838, 4949),
    eddystoneIdentity('00112233445566778899', 'aabbccddeeff'),
    macIdentity('A4:C1:38:8D:18:B2'),
  ]
  expect(made.map(isRadioIdentity)).toEqual([true, true, true])
  for (const other of ['', 'G3-1', 'watch:anna', 'A4:C1:38:8D:18:B2', 'iBeacon:1234', 'eddy:00-11']) {
    expect(isRadioIdentity(other)).toBe(false)
  }
})

test.each([
  ['C4', 'random', false],
  ['44', 'random', true],
  ['04', 'random', true],
  ['84', 'random', true],
  ['44', 'public', false],
  ['44', undefined, true],
  ['84', undefined, false],
  ['C4', undefined, false],
] as const)('an address that begins with %s and is %s may change: %s', (start, kind, changes) => {
  expect(mayChange(`${start}:00:00:00:00:01`, kind)).toBe(changes)
})
