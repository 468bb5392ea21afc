import { expect, test } from 'vitest'
import { colourOf, STRONG_DBM, WEAK_DBM } from './signal-colours.ts'

const lightOf = (dbm: number): number => {
  const [red = 0, green = 0, blue = 0] = colourOf(dbm).match(/\d+/g)!.map(Number)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('a stronger signal is brighter, to the ends of the scale', () => {
  for (let dbm = WEAK_DBM; dbm < STRONG_DBM; dbm += 1) expect(lightOf(dbm + 1)).toBeGreaterThan(lightOf(dbm))
  expect(colourOf(-120)).toBe(colourOf(WEAK_DBM))
  expect(colourOf(-20)).toBe(colourOf(STRONG_DBM))
})
