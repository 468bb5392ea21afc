import { remember, type StationSightings } from '@whereabouts/positioning/sightings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStored, toStored } from './stored-sightings.ts'

const T = 1_800_000_000_000

test('sightings come back from their hot row as they were, whatever stations are called', () => {
  const sighting = fc.record({
    stationId: fc.string({ minLength: 1, maxLength: 8 }),
    rssiDbm: fc.oneof(fc.integer({ min: -150, max: 30 }), fc.double({ min: -150, max: 30, noNaN: true })),
    scannedAtMs: fc.integer({ min: T - 20_000, max: T }),
  })
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 40 }), (all) => {
      const sightings = all.reduce<readonly StationSightings[]>(remember, [])
      const stored = fromStored(JSON.parse(toStored(sightings)))
      // JSON knows no -0.
      expect(JSON.stringify(stored)).toBe(JSON.stringify(sightings))
    }),
  )
})
