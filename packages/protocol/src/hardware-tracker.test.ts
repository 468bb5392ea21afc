/** Teltonika and GT06 by their makers' examples, and by bytes that no maker ever sent. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc16Ibm, crc16Itu } from './crc16.ts'
import { nextGt06Frame } from './gt06.ts'
import type { NextTrackerFrame, TrackerFrame } from './hardware-tracker.ts'
import { nextTeltonikaFrame } from './teltonika.ts'
import { gt06Frame } from './tracker-frames.ts'
import { bytes, bytesLike, expectFacts, hex, isoSeconds, readVectors } from './vectors.ts'

interface Input {
  readonly hex: string
  readonly signed_in: boolean
}

const NOW = Date.UTC(2026, 10, 28, 2)
const TELTONIKA = readVectors<Input>('teltonika.json')
const GT06 = readVectors<Input>('gt06.json')

const digits = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const answers = (frame: TrackerFrame) =>
  frame.kind === 'login'
    ? { imei: frame.imei, welcome: digits(frame.welcome), refusal: digits(frame.refusal) }
    : { answer: frame.kind === 'reports' ? digits(frame.answer) : undefined }
const itemsOf = (frame: TrackerFrame) =>
  frame.kind !== 'reports'
    ? []
    : frame.observations.flatMap(({ items }) => items.filter((item) => item.kind === 'location'))

test('the check sums have their published values', () => {
  expect(crc16Ibm(bytes('123456789'))).toBe(0xbb3d)
  expect(crc16Itu(bytes('123456789'))).toBe(0x906e)
})

test.each(TELTONIKA)('Teltonika vector: $name', ({ input, expect: { times, positions, moving, ...expected } }) => {
  const frame = nextTeltonikaFrame(hex(input.hex), input.signed_in)
  expectFacts({ kind: frame.kind, ...answers(frame) }, expected)
  if (positions !== undefined) {
    const places = itemsOf(frame).map(({ position }) => position && [position.latitude, position.longitude])
    for (const [index, place] of (positions as (number[] | null)[]).entries()) {
      if (place === null) expect(places[index]).toBeUndefined()
      else for (const [at, degrees] of place.entries()) expect(places[index]![at]).toBeCloseTo(degrees, 6)
    }
    expect(places).toHaveLength((positions as unknown[]).length)
  }
  if (times !== undefined && frame.kind === 'reports') {
    expect(frame.observations.map(({ scannedAtMs }) => isoSeconds(scannedAtMs))).toEqual(times)
  }
  if (moving !== undefined) expect(itemsOf(frame).map((item) => item.moving)).toEqual(moving)
})

test.each(GT06)('GT06 vector: $name', ({ input, expect: expected }) => {
  const frame = nextGt06Frame(hex(input.hex), input.signed_in, NOW)
  const [item] = itemsOf(frame)
  const facts = item && {
    lat: item.position?.latitude,
    lon: item.position?.longitude,
    speed_mps: item.speedMetresPerSecond,
    course_deg: item.headingDegrees,
    battery_pct: item.batteryPercent,
    help: item.help,
    time: frame.kind === 'reports' ? isoSeconds(frame.observations[0]?.scannedAtMs) : undefined,
  }
  expectFacts({ kind: frame.kind, ...answers(frame), ...facts }, expected)
})

const packet = (protocol: number, content: Uint8Array): Buffer => gt06Frame(protocol, content, 9)
/** A Teltonika packet around this data, with its check sum. */
const avl = (data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc16Ibm(data))
  return Buffer.concat([head, data, sum])
}
const PLACE = hex('160611073835cf026c6cf70c3715200b147601cc002633000e81')
const RECORD = hex(TELTONIKA[5]!.input.hex).slice(10, -5)

test('a position off the globe, or without a time, is reported as such; the tracker still counts as heard', () => {
  const offGlobe = packet(0x12, PLACE.with(7, 0x7f))
  const named = nextGt06Frame(offGlobe, true, NOW)
  expect(named).toMatchObject({ kind: 'reports', faults: ['bad_position'] })
  expect(itemsOf(named)).toMatchObject([{ position: undefined }])
  const withoutFix = nextGt06Frame(packet(0x12, PLACE.with(16, 0x04).with(7, 0x7f)), true, NOW)
  expect(itemsOf(withoutFix)).toMatchObject([{ position: undefined }])
  const moved = nextTeltonikaFrame(
    avl(Buffer.concat([hex('0801'), Buffer.from(RECORD).fill(0x7f, 9, 13), hex('01')])),
    true,
  )
  expect(moved).toMatchObject({ kind: 'reports', answer: Buffer.from([0, 0, 0, 1]) })
  expect(itemsOf(moved)).toMatchObject([{ position: undefined }])
  expect(moved).toMatchObject({ faults: ['bad_position'] })
})

test('a call for help is not lost to a month that is none', () => {
  const alarm = hex(GT06.find(({ name }) => name.includes('help'))!.input.hex).slice(4, -6)
  const frame = nextGt06Frame(packet(0x16, alarm.with(1, 13).with(7, 0x7f)), true, NOW)
  expect(itemsOf(frame)).toMatchObject([{ help: true, position: undefined }])
  expect(nextGt06Frame(packet(0x12, PLACE.with(1, 13)), true, NOW)).toMatchObject({ faults: ['bad_time'] })
})

test('a packet whose check sum is right and whose record is cut short is acknowledged for what it is', () => {
  const cut = nextTeltonikaFrame(avl(hex('0802000001')), true)
  expect(cut).toMatchObject({
    kind: 'reports',
    observations: [{ items: [{ kind: 'location' }] }],
    faults: ['bad_record'],
    answer: Buffer.from([0, 0, 0, 2]),
  })
  expect(nextGt06Frame(packet(0x16, hex('0102')), true, NOW)).toMatchObject({
    observations: [{ items: [{ kind: 'location' }] }],
    faults: ['bad_content'],
  })
})

test.each<[string, NextTrackerFrame, string, boolean]>([
  ['an IMEI of letters', nextTeltonikaFrame, '000F4142434445464748494a4b4c4d4e4f', false],
  ['an IMEI of another length', nextTeltonikaFrame, '0010', false],
  ['a packet of a gigabyte', nextTeltonikaFrame, '0000000040000000', true],
  ['what begins as nothing known', nextTeltonikaFrame, '474554202f20485454502f312e31', true],
  ['the first line of HTTP', nextGt06Frame, '474554202f20485454502f312e31', false],
  ['a packet of 64 kB', nextGt06Frame, '7979ffff', true],
  ['an end that is none', nextGt06Frame, '78780a13440604000201baaf540d0b', true],
])('%s ends the connection', (_, next, bytes, isSignedIn) => {
  expect(next(hex(bytes), isSignedIn, NOW)).toMatchObject({ kind: 'invalid' })
})

test.each<[string, NextTrackerFrame, readonly Input[]]>([
  ['Teltonika', nextTeltonikaFrame, TELTONIKA.map(({ input }) => input)],
  ['GT06', nextGt06Frame, GT06.map(({ input }) => input)],
])('%s: no bytes make the decoder throw, and it never claims more than it was given', (_, next, inputs) => {
  const samples = inputs.map((input) => hex(input.hex))
  const inFrame = fc.uint8Array({ maxLength: 200 })
  const some = fc.oneof(
    bytesLike(samples),
    inFrame.map((content) => packet(content[0] ?? 0x12, content.slice(0, 200))),
    inFrame.map((content) => avl(Uint8Array.of([0x07, 0x08, 0x10, 0x8e][(content[0] ?? 0) & 3]!, ...content))),
  )
  fc.assert(
    fc.property(some, fc.boolean(), (bytes, isSignedIn) => {
      const frame = next(bytes, isSignedIn, NOW)
      if ('length' in frame) expect(frame.length).toBeGreaterThan(0)
      if ('length' in frame) expect(frame.length).toBeLessThanOrEqual(bytes.length)
    }),
    { numRuns: 1000, seed: 58 },
  )
  // Byte by byte, as networks may bring them.
  for (const { hex: digits, signed_in: isSignedIn } of inputs) {
    const whole = hex(digits)
    for (let length = 0; length < whole.length - 1; length += 1) {
      expect(['more', 'invalid']).toContain(next(whole.slice(0, length), isSignedIn, NOW).kind)
    }
  }
})
