import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Mori Yuki', 'MY'],
  ['yuki.mori@hinoki.example', 'YM'],
  ['Mei-Ling Chen Wu', 'ML'],
  ['伊藤 ハル', '伊'],
  ['サトウ', 'サ'],
  ['Ana', 'A'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
