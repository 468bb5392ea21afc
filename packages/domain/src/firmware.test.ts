import { expect, test } from 'vitest'
import { compareFirmware, isOldFirmware, OLDEST_FIRMWARE, parseFirmware } from './firmware.ts'

test('the oldest firmware that can be added is 1.4.4 [CONST-24]', () => {
  expect(OLDEST_FIRMWARE).toBe('1.4.4')
})

test.each([
  ['1.4.3', true],
  ['0.9.9', true],
  ['1.3.99', true],
  ['1.4.4', false],
  ['1.4.10', false],
  ['1.5.0', false],
  ['2.0.0', false],
  // A text that is no version is not judged.
  ['1.4', false],
  ['new', false],
])('firmware %s is old: %s [FW-02]', (version, isOld) => {
  expect(isOldFirmware(version)).toBe(isOld)
})

test('versions are compared number by number', () => {
  const sorted = ['1.10.0', '1.9.30', '1.9.4', '1.8.3'].toSorted(compareFirmware)
  expect(sorted).toEqual(['1.8.3', '1.9.4', '1.9.30', '1.10.0'])
  expect(parseFirmware('1.6.26-beta')).toEqual([1, 6, 26])
  expect(parseFirmware('1..3')).toBeUndefined()
})
