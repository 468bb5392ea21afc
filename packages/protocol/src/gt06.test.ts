/** Every packet that documents of GT06 and its successors name. */
import type { OwnLocation } from '@whereabouts/domain/observations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextGt06Frame } from './gt06.ts'
import type { NextTrackerFrame, TrackerFrame } from './hardware-tracker.ts'
import { nextTeltonikaFrame } from './teltonika.ts'
import {
  gt06Frame,
  gt06Login,
  gt06Place,
  gt06Time,
  hexOf,
  teltonikaLogin,
  teltonikaPacket,
  teltonikaRecord,
} from './tracker-frames.ts'

const NOW = Date.UTC(2026, 10, 28, 2)
/** Protocol numbers with their names. */
const named = (...numbers: readonly number[]) => numbers.map((each) => [`0x${each.toString(16)}`, each] as const)
type Reports = Extract<TrackerFrame, { kind: 'reports' }>
const read = (frame: Uint8Array): Reports => {
  const read = nextGt06Frame(frame, true, NOW)
  if (read.kind !== 'reports') throw new Error(`This is no report: ${JSON.stringify(read)}`)
  expect(read.length).toBe(frame.length)
  return read
}
const saidIn = ({ observations }: Reports): OwnLocation => observations[0]!.items[0] as OwnLocation
const digits = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const place = gt06Place({ atMs: NOW })
const withoutFix = gt06Place({ atMs: NOW, latitude: 0, longitude: 0, hasFix: false, course: 0 })
const time = gt06Time(NOW)
/** Epoch seconds, satellites, height, then the rest of a place. */
const placeOfModule = () => {
  const head = Buffer.alloc(7)
  head.writeUInt32BE(NOW / 1000)
  return Buffer.concat([head, place.subarray(7)])
}
/** The cell MCC 440, MNC 10 of 2G and of 4G, and with a network code of two bytes. */
const CELLS = { '2G': '01b80a04d200c0de', '2G wide': '81b8000a04d200c0de' }
const CELLS_4G = { '4G': '01b80a000004d2000000000000c0de', '4G wide': '81b8000a000004d2000000000000c0de' }
/** State, level 4 of 6, signal, alarm, language. */
const stateOf = (state: number, alarm: number, language = 2) => Buffer.from([state, 4, 4, alarm, language])
const withLength = (cell: string) => Buffer.from([cell.length / 2 + 1, ...hexOf(cell)])
const join = (...parts: readonly (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? hexOf(part) : part)))

/** Each alarm of each generation, by its state and its alarm. */
const ALARMS: readonly [name: string, protocol: number, content: (state: number, alarm: number) => Buffer][] = [
  ...Object.entries(CELLS).flatMap(
    ([name, cell]) =>
      [
        ...[0x16, 0x26, 0x32].map(
          (protocol) =>
            [
              `0x${protocol.toString(16)} with a place, ${name}`,
              protocol,
              (state: number, alarm: number) => join(place, withLength(cell), stateOf(state, alarm)),
            ] as [string, number, (state: number, alarm: number) => Buffer],
        ),
        [
          `0x26 without a fix, mileage behind, ${name}`,
          0x26,
          (state: number, alarm: number) => join(withoutFix, withLength(cell), stateOf(state, alarm), '0000ed3c'),
        ],
        [
          `0x27 with a fence, ${name}`,
          0x27,
          (state: number, alarm: number) => join(place, withLength(cell), stateOf(state, alarm), 'ff'),
        ],
        [`0x19 by the cell alone, ${name}`, 0x19, (state: number, alarm: number) => join(cell, stateOf(state, alarm))],
        [
          `0x39 with modules, ${name}`,
          0x39,
          (state: number, alarm: number) => join(place, '02', cell, '37', stateOf(state, alarm), '0018020181'),
        ],
      ] as [string, number, (state: number, alarm: number) => Buffer][],
  ),
  ...Object.entries(CELLS_4G).flatMap(
    ([name, cell]) =>
      [
        ...[0xa3, 0xa4].map(
          (protocol) =>
            [
              `0x${protocol.toString(16)} with a place, ${name}`,
              protocol,
              (state: number, alarm: number) => join(place, withLength(cell), stateOf(state, alarm), 'ff'),
            ] as [string, number, (state: number, alarm: number) => Buffer],
        ),
        [
          `0xa3 whose cell tells a wrong length, ${name}`,
          0xa3,
          (state: number, alarm: number) => join(place, '39', cell, stateOf(state, alarm)),
        ],
        [`0xa5 by the cell alone, ${name}`, 0xa5, (state: number, alarm: number) => join(cell, stateOf(state, alarm))],
        [
          `0x39 with modules, ${name}`,
          0x39,
          (state: number, alarm: number) => join(place, '03', cell, '0037', stateOf(state, alarm), '0018020181'),
        ],
      ] as [string, number, (state: number, alarm: number) => Buffer][],
  ),
  ['0x13 heartbeat', 0x13, (state, alarm) => stateOf(state, alarm)],
  ['0x36 heartbeat with modules', 0x36, (state, alarm) => join(stateOf(state, alarm), '0018020181')],
]

test.each(ALARMS)(
  '%s: SOS and a fall call for help, all other alarms do not; each is answered',
  (_, protocol, content) => {
    for (let alarm = 0; alarm < 256; alarm += 1) {
      const frame = read(gt06Frame(protocol, content(0, alarm), 7))
      expect([alarm, saidIn(frame).help]).toEqual([alarm, alarm === 0x01 || alarm === 0x23 ? true : undefined])
      expect(saidIn(frame).batteryPercent).toBe(67)
      expect(digits(frame.answer)).toBe(digits(gt06Frame(protocol, '', 7)))
      expect(frame.faults).toEqual([])
    }
    for (let bits = 0; bits < 8; bits += 1) {
      const frame = read(gt06Frame(protocol, content((bits << 3) | 0x47, 0)))
      expect([bits, saidIn(frame).help]).toEqual([bits, bits === 4 ? true : undefined])
    }
  },
)

test('numbers of alarms beyond one byte are other alarms', () => {
  for (const protocol of [0x27, 0xa4]) {
    const cell = protocol === 0x27 ? CELLS['2G'] : CELLS_4G['4G']
    const content = join(place, withLength(cell), stateOf(0, 0x01, 0x12), 'ff')
    expect(saidIn(read(gt06Frame(protocol, content))).help).toBeUndefined()
  }
})

test('alarms that end with access points, of cameras, and of 4G with a voltage', () => {
  const points = (alarm: number) =>
    join(
      time,
      '01b80a',
      '01',
      '02',
      '000004d2000000000000c0de40'.repeat(2),
      'ff',
      '01',
      'aabbccddeeff40',
      `${alarm === 1 ? '01' : '02'}02`,
    )
  const cameraFile = Buffer.from('EVENT.mp4')
  const camera = (event: string) => join(time, '03c8d0b00f0561ec0c00', event, '0000', cameraFile)
  const marked = (event: string) =>
    join('ffff01', time, 'c9', '03c8d0b00f0561ec', '5400', '0010', '0083', event, '0000')
  const volts = (alarm: string) =>
    join(place, CELLS_4G['4G'], '04', '04', '04d2', '05', '04', alarm, '02', Buffer.alloc(18))
  const cases = [
    ...[1, 2].map((alarm) => [0xa9, points(alarm), alarm === 1] as const),
    ...['01', '80'].flatMap((event) => [
      [0x95, camera(event), event === '01'] as const,
      [0x95, marked(event), event === '01'] as const,
      [0x95, join(time, event), event === '01'] as const,
    ]),
    ...['01', '23', '02'].map((alarm) => [0xa2, volts(alarm), alarm !== '02'] as const),
  ]
  for (const [protocol, content, isHelp] of cases) {
    const frame = read(gt06Frame(protocol, content, 5))
    expect([digits(content), saidIn(frame).help]).toEqual([digits(content), isHelp ? true : undefined])
    expect(frame.observations[0]!.scannedAtMs).toBe(NOW)
    expect(digits(frame.answer)).toBe(digits(gt06Frame(protocol, '', 5)))
  }
})

test.each(named(0x10, 0x11, 0x12, 0x1e, 0x22, 0x25, 0x2d, 0x31, 0x37, 0x38, 0xa0))(
  '%s is a place, whatever stands behind it, and without a fix none',
  (_, protocol) => {
    for (const behind of ['', CELLS['2G'], `${CELLS_4G['4G']}000e000000ed3c`, `${CELLS_4G['4G wide']}000e000000ed3d`]) {
      const frame = read(gt06Frame(protocol, join(place, behind), 3))
      expect(saidIn(frame).position?.latitude).toBeCloseTo(35.54, 5)
      expect(frame.observations[0]).toMatchObject({ scannedAtMs: NOW, senderPosition: saidIn(frame).position })
      expect(digits(frame.answer)).toBe(digits(gt06Frame(protocol, '', 3)))
      expect(saidIn(read(gt06Frame(protocol, join(withoutFix, behind)))).position).toBeUndefined()
    }
  },
)

test.each([
  [0x24, 41, 0],
  [0x34, 55, 4],
  [0x36, 48, 0],
  [0x61, 32, 8],
  [0x17, 35, 0],
])('packet %i of %i bytes has its place behind the first %i', (protocol, length, at) => {
  const content = Buffer.alloc(length)
  place.copy(content, at)
  expect(saidIn(read(gt06Frame(protocol, content))).position?.longitude).toBeCloseTo(139.42, 5)
})

test.each(named(0x11, 0x18, 0x24, 0x28, 0x2c, 0x2e, 0x33, 0xa1, 0xa2, 0xf3))(
  '%s tells cells and access points: it is heard at its own time, without a place',
  (_, protocol) => {
    const frame = read(gt06Frame(protocol, join(time, '01b80a04d200c0de')))
    expect(frame.observations).toMatchObject([{ scannedAtMs: NOW, items: [{ kind: 'location' }] }])
    expect(saidIn(frame).position).toBeUndefined()
    expect(digits(frame.answer)).toBe(digits(gt06Frame(protocol, '')))
  },
)

test('0xf3 has its date in numbers, or in decimal digits', () => {
  for (const date of [time, hexOf('261128020000')])
    expect(read(gt06Frame(0xf3, join(date, '02', Buffer.alloc(16)))).observations[0]!.scannedAtMs).toBe(NOW)
})

test.each([
  ['0x70: modules', 0x70, join('0018 0002 019c', '0033 0012', placeOfModule(), '0028 0001 05')],
  [
    '0x21: an answer in words',
    0x21,
    join(
      '0000000001',
      Buffer.from('Current position!Lat:N35.54,Lon:E139.42,Course:0.00,Speed:0.00,DateTime:2026-11-28  02:00:00'),
    ),
  ],
])('%s, with a place and its time', (_, protocol, content) => {
  const frame = read(gt06Frame(protocol, content, 3, true))
  expect(frame.observations[0]).toMatchObject({ scannedAtMs: NOW })
  expect(saidIn(frame).position?.latitude).toBeCloseTo(35.54, 5)
  expect(saidIn(frame).position?.longitude).toBeCloseTo(139.42, 5)
  expect(frame.faults).toEqual([])
  expect(digits(frame.answer)).toBe(protocol === 0x70 ? digits(gt06Frame(protocol, '', 3)) : '')
})

test('modules without a place, or cut short, say that the tracker is alive', () => {
  for (const content of ['', '0018 0002 019c', '0033 0012 00', '0033 0000', '0033 ffff']) {
    const frame = read(gt06Frame(0x70, content, 3, true))
    expect(frame).toMatchObject({ observations: [{ items: [{ kind: 'location' }] }], faults: [] })
    expect(saidIn(frame).position).toBeUndefined()
  }
})

test('a place with the state of its tracker behind the cell calls for help by it; other lengths have something else there', () => {
  const helpOf = (behind: string) => saidIn(read(gt06Frame(0x12, join(place, CELLS['2G'], behind)))).help
  expect(['20019c0400', '47019c0400', '00019c0401'].map(helpOf)).toEqual([true, undefined, undefined])
  const rest = '0000000000000000'.slice(0, 14)
  expect([`20019c0400${rest}`, `00019c0401${rest}`, `00019c0402${rest}`].map(helpOf)).toEqual([true, true, undefined])
  expect(helpOf('200000')).toBeUndefined()
})

test('an alarm whose cell has a length of 0 has none, or zeros in its place', () => {
  for (const cell of ['00', '00'.repeat(46)]) {
    const helpOf = (alarm: number) => saidIn(read(gt06Frame(0x26, join(place, cell, stateOf(0, alarm))))).help
    expect([0x01, 0x23, 0x02].map(helpOf)).toEqual([true, true, undefined])
  }
  const wrong = join(place, '00', CELLS['2G'], stateOf(0, 1))
  expect(saidIn(read(gt06Frame(0x26, wrong))).help).toBe(true)
})

test('an alarm that is cut short has its place, and what is there of its state', () => {
  const cell = withLength(CELLS['2G'])
  const read26 = (...parts: readonly (Uint8Array | string)[]) => read(gt06Frame(0x26, join(place, ...parts)))
  for (const frame of [read26(), read26(cell), read26(cell, '40'), read26(cell, '4004')]) {
    expect(frame.faults).toEqual(['bad_content'])
    expect(saidIn(frame).position?.latitude).toBeCloseTo(35.54, 5)
    expect(saidIn(frame).help).toBeUndefined()
  }
  expect(saidIn(read26(cell, '60')).help).toBe(true)
  expect(read(gt06Frame(0x26, place.subarray(1))).faults).toEqual(['bad_content'])
})

test('a heartbeat with a temperature has its battery in percent, behind its alarm', () => {
  const beat = (state: string, alarm: string) =>
    saidIn(read(gt06Frame(0x13, join(state, '0009', alarm, '02', '55', '01', '019c', '00', '0001', '0002', '80fa'))))
  expect(beat('40', '00')).toMatchObject({ batteryPercent: 85, help: undefined })
  expect([beat('40', '01').help, beat('60', '00').help, beat('40', '02').help]).toEqual([true, true, undefined])
})

test('a request for the time is answered in UTC with its own number, before anything is stored', () => {
  const asked = nextGt06Frame(gt06Frame(0x8a, '', 6), true, NOW)
  expect(asked).toMatchObject({ kind: 'reports', isUrgent: true, observations: [{ items: [{ kind: 'location' }] }] })
  expect(digits((asked as Reports).answer)).toBe(digits(gt06Frame(0x8a, '1a0b1c020000', 6)))
})

test('a telephone that asks where the tracker is gets an answer, and the place counts', () => {
  const phone = Buffer.alloc(21, '0')
  const [asGps, ...others] = [
    [0x1a, join(place, phone, '0002')],
    [0x2a, join(place, phone, '0001')],
    [0x17, join(CELLS['2G'], phone, '0002')],
    [0xa7, join(CELLS_4G['4G'], phone, '0001')],
  ] as const
  for (const [protocol, content] of [asGps, ...others]) {
    const frame = read(gt06Frame(protocol, content, 4))
    expect(digits(frame.answer)).toBe(
      digits(gt06Frame(0x97, '0b000000004e4126264e4126263023 23'.replace(' ', ''), 4, true)),
    )
    expect(saidIn(frame).position === undefined).toBe(protocol === 0x17 || protocol === 0xa7)
  }
})

test.each(named(0x15, 0x21, 0x65, 0x66, 0x80, 0x81, 0x82, 0x8c, 0x94, 0x9b, 0x9c))(
  '%s is a text, or is to be told alone: no answer is expected; the tracker is alive, and what is not read is named',
  (_, protocol) => {
    for (const isLong of [false, true]) {
      const frame = read(gt06Frame(protocol, '0400', 8, isLong))
      expect(frame).toMatchObject({ observations: [{ items: [{ kind: 'location' }] }], answer: new Uint8Array() })
      expect(frame.faults).toEqual([`not_read 0x${protocol.toString(16).toUpperCase()}`])
    }
  },
)

test('an undocumented message is counted by its number and answered; the tracker counts as heard', () => {
  const frame = read(gt06Frame(0x7e, '010203', 5))
  expect(frame.faults).toEqual(['unknown_message 0x7E'])
  expect(frame.observations).toMatchObject([{ items: [{ kind: 'location' }] }])
  expect(digits(frame.answer)).toBe(digits(gt06Frame(0x7e, '', 5)))
})

/** What a connection says, as it is read from its bytes in these pieces. */
function heardIn(next: NextTrackerFrame, pieces: readonly Uint8Array[]): readonly TrackerFrame[] {
  const frames: TrackerFrame[] = []
  let bytes = Buffer.alloc(0)
  for (const piece of pieces) {
    bytes = Buffer.concat([bytes, piece])
    for (;;) {
      const frame = next(bytes, frames.length > 0, NOW)
      if (frame.kind === 'more') break
      frames.push(frame)
      if (frame.kind === 'invalid') return frames
      bytes = bytes.subarray(frame.length)
    }
  }
  return frames
}

const GT06_FRAMES = [
  ...ALARMS.map(([, protocol, content]) => gt06Frame(protocol, content(0x20, 1))),
  ...[0x12, 0xa0].map((protocol) => gt06Frame(protocol, join(place, CELLS_4G['4G']))),
  hexOf('787800691710231108500200cc080c4e2fa5640c4e2fa66e0d0a'),
  gt06Frame(0x8a, ''),
  gt06Frame(0x94, '0400', 2, true),
  gt06Frame(0x7e, '010203'),
]
const TELTONIKA_FRAMES = [
  Buffer.from([0xff]),
  teltonikaPacket(0x08, [teltonikaRecord({ atMs: NOW, event: 236, values: { 236: 1 } })]),
  teltonikaPacket(
    0x8e,
    [0, 1, 2].map((minutes) => teltonikaRecord({ atMs: NOW - minutes * 60_000, width: 2, values: { 113: 50 } })),
  ),
  teltonikaPacket(
    0x08,
    Array.from({ length: 255 }, (_, second) => teltonikaRecord({ atMs: NOW - second * 1000 })),
  ),
]

test.each<[string, NextTrackerFrame, Buffer, readonly Buffer[]]>([
  ['GT06', nextGt06Frame, gt06Login('004999000000017'), GT06_FRAMES],
  ['Teltonika', nextTeltonikaFrame, teltonikaLogin('004999000000033'), TELTONIKA_FRAMES],
])(
  '%s: the same bytes say the same, in whatever order packets come and wherever the network cuts them',
  (_, next, login, frames) => {
    const alone = frames.map((frame) => heardIn(next, [login, frame])[1])
    fc.assert(
      fc.property(
        fc.array(fc.nat(frames.length - 1), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (order, cuts) => {
          const bytes = Buffer.concat([login, ...order.map((index) => frames[index]!)])
          const places = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length]
          const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index]!, end))
          expect(heardIn(next, pieces).slice(1)).toEqual(order.map((index) => alone[index]))
        },
      ),
      { numRuns: 60 },
    )
  },
)

test.each([236, 242])(
  'Teltonika: event %i begins with 1 and ends with 0, in each codec; as a mere value it is none',
  (event) => {
    const helpOf = (codec: number, given: object) => {
      const width = codec === 0x08 ? 1 : 2
      const frame = nextTeltonikaFrame(teltonikaPacket(codec, [teltonikaRecord({ atMs: NOW, width, ...given })]), true)
      return saidIn(frame as Reports).help
    }
    for (const codec of [0x08, 0x8e]) {
      expect(helpOf(codec, { event, values: { [event]: 1 } })).toBe(true)
      expect(helpOf(codec, { event, values: {} })).toBe(true)
      expect(helpOf(codec, { event, values: { [event]: 0 } })).toBeUndefined()
      expect(helpOf(codec, { values: { [event]: 1 } })).toBeUndefined()
      // Movement, crash, towing, unplugged.
      for (const other of [240, 246, 247, 252]) {
        expect(helpOf(codec, { event: other, values: { [other]: 1 } })).toBeUndefined()
      }
    }
  },
)
