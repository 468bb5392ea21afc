import { expect, test } from 'vitest'
import { toUuid128 } from './bluetooth.ts'

test('a 16-bit number takes its place in the 128-bit pattern, 36 characters long [CONST-44]', () => {
  expect(toUuid128(0x1234)).toBe('00001234-0000-1000-8000-00805f9b34fb')
  expect(toUuid128(0x1234)).toHaveLength(36)
  expect(toUuid128(0xabcd, 'e0f2XXXX-1111-2222-3333-444455556666')).toBe('e0f2abcd-1111-2222-3333-444455556666')
})

test('only whole numbers from 0 to 65535 have an identifier [VALID-43]', () => {
  expect(toUuid128(0)).toBe('00000000-0000-1000-8000-00805f9b34fb')
  expect(toUuid128(65_535)).toBe('0000ffff-0000-1000-8000-00805f9b34fb')
  for (const wrong of [-1, 65_536, 1.5, Number.NaN, '1' as unknown as number]) {
    expect(() => toUuid128(wrong)).toThrow(RangeError)
  }
})
