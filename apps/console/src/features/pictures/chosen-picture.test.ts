import { expect, test } from 'vitest'
import { bytesText, faultOf, PHOTO_RULES, type PictureRules, pictureTypeOf } from './chosen-picture.ts'

const size = { width: 10, height: 10 }

test.each([
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'png'],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46], 'jpeg'],
  ['a GIF', [...'GIF89a\0\0'].map((letter) => letter.charCodeAt(0)), undefined],
  ['an SVG', [...'<svg xml'].map((letter) => letter.charCodeAt(0)), undefined],
  ['a file that only starts like a PNG', [0x89, 0x50, 0x4e, 0x47], undefined],
  ['an empty file', [], undefined],
])('the first bytes say what %s is', (_title, bytes, type) => {
  expect(pictureTypeOf(new Uint8Array(bytes))).toBe(type)
})

const under: PictureRules = { types: ['png', 'jpeg'], limit: 'under', bytes: 1000, width: 20, height: 30 }
const atMost: PictureRules = { ...under, limit: 'at most' }

test.each([
  ['999 bytes', under, 999, { width: 19, height: 29 }, undefined],
  ['1000 bytes where it must be under', under, 1000, size, 'bytes'],
  ['20 px of width where it must be under', under, 1, { width: 20, height: 1 }, 'width'],
  ['30 px of height where it must be under', under, 1, { width: 1, height: 30 }, 'height'],
  ['1000 bytes where it may be', atMost, 1000, { width: 20, height: 30 }, undefined],
  ['1001 bytes', atMost, 1001, size, 'bytes'],
  ['21 px of width', atMost, 1, { width: 21, height: 1 }, 'width'],
  ['31 px of height', atMost, 1, { width: 1, height: 31 }, 'height'],
  ['what cannot be decoded', atMost, 1, undefined, 'broken'],
] as const)('limits hold to the last byte and pixel: %s', (_title, rules, bytes, measured, fault) => {
  expect(faultOf({ type: 'png', bytes, size: measured }, rules)).toBe(fault)
})

test('the type is told before anything else', () => {
  expect(faultOf({ type: undefined, bytes: 9e9, size: undefined }, PHOTO_RULES)).toBe('type')
  expect(faultOf({ type: 'jpeg', bytes: 1, size }, { ...under, types: ['png'] })).toBe('type')
})

test.each([
  [6144, '6 KB'],
  [102_400, '100 KB'],
  [102_401, '100.1 KB'],
  [1_048_575, '1024 KB'],
  [1_048_576, '1 MB'],
  [2_097_153, '2.1 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
