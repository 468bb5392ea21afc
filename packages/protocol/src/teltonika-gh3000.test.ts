/** Codec 7, of personal trackers of a first generation: what is in a record stands in its masks. */
import { expect, test } from 'vitest'
import { nextTeltonikaFrame } from './teltonika.ts'
import { gh3000Record, teltonikaPacket } from './tracker-frames.ts'

const NOW = Date.UTC(2026, 10, 28, 2)
const PLACE = { atMs: NOW, latitude: 54.7146, longitude: 25.3032 }

function read(...records: readonly Uint8Array[]) {
  const frame = nextTeltonikaFrame(teltonikaPacket(0x07, records), true)
  if (frame.kind !== 'reports') throw new Error(frame.kind)
  const items = frame.observations.map(({ items: [item], scannedAtMs }) => ({ scannedAtMs, ...(item as object) }))
  return { answer: Buffer.from(frame.answer).toString('hex'), faults: frame.faults, items }
}

test('a record has the parts that its masks say, with each of them there and away', () => {
  for (let mask = 0; mask < 256; mask += 1) {
    const record = gh3000Record({ ...PLACE, mask, values: { 1: 64, 240: 1 } })
    // The one behind it is read where this one ended.
    const { answer, faults, items } = read(record, gh3000Record({ ...PLACE, mask: 1 }))
    expect({ mask, answer, faults }).toEqual({ mask, answer: '00000002', faults: [] })
    const isPlaced = (mask & 1) !== 0
    expect(items[0]).toMatchObject({ scannedAtMs: NOW, batteryPercent: 64, moving: true, help: undefined })
    expect(items.map((item) => 'position' in item && item.position !== undefined)).toEqual([isPlaced, true])
  }
  expect(read(gh3000Record({ ...PLACE, mask: 0xff })).items).toMatchObject([
    { position: { latitude: expect.closeTo(54.7146, 4), longitude: expect.closeTo(25.3032, 4) }, headingDegrees: 90 },
  ])
})

test.each([
  ['its priority is that of an alarm', { priority: 2 }, true],
  ['its button is pressed', { values: { 222: 1 } }, true],
  ['its button is pressed, without a place', { values: { 222: 1 }, mask: undefined }, true],
  ['nothing is pressed', { values: { 222: 0 } }, undefined],
  ['its priority is high', { priority: 1 }, undefined],
  ['its priority is that of theft', { priority: 3 }, undefined],
  ['a button of another use', { values: { 221: 1 } }, undefined],
])('a call for help where %s: %s', (_what, given, help) => {
  expect(read(gh3000Record({ ...PLACE, mask: 1, ...given })).items).toMatchObject([{ help }])
})

test('a record that is cut short, or off the globe, is named, and what came before it counts', () => {
  const whole = gh3000Record({ ...PLACE, mask: 0xff, values: { 222: 1 } })
  for (let length = 0; length < whole.length; length += 1) {
    const { faults, items, answer } = read(whole, whole.subarray(0, length))
    // The second count is a byte more, which may stand for a value.
    if (length < whole.length - 1) expect({ length, faults }).toEqual({ length, faults: ['bad_record'] })
    expect(items[0]).toMatchObject({ help: true })
    expect(answer).toBe('00000002')
  }
  expect(read(gh3000Record({ ...PLACE, latitude: Number.NaN, mask: 1 }))).toMatchObject({
    faults: ['bad_position'],
    items: [{ position: undefined }],
  })
})
