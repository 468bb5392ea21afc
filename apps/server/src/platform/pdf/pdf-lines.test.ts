import { expect, test } from 'vitest'
import { linesOf } from './pdf-lines.ts'

/** A character of Chinese or Japanese is as wide as two letters. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0)

test.each([
  ['the quick brown fox', 10, ['the quick', 'brown fox']],
  ['a line\nof its own', 20, ['a line', 'of its own']],
  ['incomprehensibilities', 8, ['incompre', 'hensibil', 'ities']],
  ['冷蔵庫のドアが開いたままでした。', 10, ['冷蔵庫のド', 'アが開いた', 'ままでし', 'た。']],
  ['昨日は「休み」でした', 8, ['昨日は', '「休み」', 'でした']],
  ['藥房冰箱 37.2 °C 超過上限', 14, ['藥房冰箱 37.2', '°C 超過上限']],
  ['か\u3099ラス', 4, ['か\u3099ラ', 'ス']],
  ['', 10, ['']],
])('%j in lines of %i', (text, width, lines) => {
  expect(linesOf(text, width, (part) => widthOf(part.normalize('NFC')))).toEqual(lines)
})
