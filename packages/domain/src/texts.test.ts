import { expect, test } from 'vitest'
import { addressedInJapanese } from './texts.ts'

test.each([
  ['佐藤 健二', '佐藤 健二さん'],
  ['伊藤 ハル様', '伊藤 ハル様'],
  ['田中先生', '田中先生'],
  ['車いす 02', '車いす 02'],
  ['G5-0000A17C', 'G5-0000A17C'],
])('in Japanese %s is addressed as %s', (name, addressed) => {
  expect(addressedInJapanese(name)).toBe(addressed)
})
