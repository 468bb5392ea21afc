import { errors } from '@whereabouts/contract/errors'
import type { Observation } from '@whereabouts/domain/observations'
import { nativeObservation } from '@whereabouts/protocol/native'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableMessage } from '../bus/checked-json.ts'
import type { Handover } from './handover.ts'
import {
  type Asked,
  decodeAnswer,
  decodeMessage,
  ENVELOPE,
  encodeAnswer,
  encodeAsked,
  encodeMessage,
  encodeQuestion,
} from './questions.ts'

const ACCOUNT = '6f1d2c3b-4a59-4e87-9b60-0c1d2e3f4a5b'
const encode = ({ epoch, accountId, question }: Asked) => encodeAsked(epoch, accountId, encodeQuestion(question))

// JSON has one zero.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
})
const readings = {
  batteryPercent: number,
  firmware: text,
  moving: fc.boolean(),
  steps: number,
  temperatureCelsius: number,
  humidityPercent: number,
  help: fc.boolean(),
  headingDegrees: number,
  speedMetresPerSecond: number,
}
const facts = {
  make: text,
  name: text,
  isAmbiguous: fc.boolean(),
  isEncrypted: fc.boolean(),
  encryptedSample: fc.uint8Array({ maxLength: 40 }),
}
/** With each of the optional fields there, undefined, or not there at all. */
const some = <Needed extends object, Optional extends object>(
  needed: { [Name in keyof Needed]: fc.Arbitrary<Needed[Name]> },
  optional: { [Name in keyof Optional]: fc.Arbitrary<Optional[Name]> },
) => {
  const maybe = Object.fromEntries(
    Object.entries<fc.Arbitrary<unknown>>(optional).map(([name, value]) => [
      name,
      fc.option(value, { nil: undefined }),
    ]),
  )
  return fc.record({ ...needed, ...maybe }, { requiredKeys: Object.keys(needed) as never[] })
}

const item = fc.oneof(
  some(
    { kind: fc.constant('sighting'), identity: text, rssiDbm: number },
    {
      ...readings,
      ...facts,
      referenceRssiDbm: number,
      distanceMetres: number,
      connected: fc.boolean(),
      settingsTime: number,
      upgrade: fc.constantFrom('running', 'done', 'failed'),
    },
  ),
  some({ kind: fc.constant('reading'), identity: text }, { ...readings, ...facts }),
  some(
    { kind: fc.constant('relayed'), identity: text },
    { ...readings, ...facts, isOwned: fc.boolean(), isOfCall: fc.boolean(), position, accuracyMetres: number },
  ),
  some(
    { kind: fc.constant('location') },
    { ...readings, position, fixedAtMs: number, accuracyMetres: number, platform: fc.constantFrom('ios', 'android') },
  ),
  some({ kind: fc.constant('status'), online: fc.boolean() }, { firmware: text, ip: text, wifiSsid: text }),
)

const observation = some(
  { seq: text, items: fc.array(item, { maxLength: 4 }) },
  { scannedAtMs: number, isTimeOfFix: fc.boolean(), isKept: fc.boolean(), senderPosition: position },
) as unknown as fc.Arbitrary<Observation>

const handover = fc.record({
  kind: fc.constant('handover' as const),
  sender: some(
    { senderId: fc.string({ minLength: 1 }), t4Id: fc.option(text) },
    { label: text },
  ) as unknown as fc.Arbitrary<Handover['sender']>,
  generation: fc.nat(),
  speaksAs: fc.constantFrom('station' as const, 'phone' as const),
  observations: fc.array(observation, { maxLength: 3 }),
  receivedAtMs: number,
})

const count = fc.nat()
const reply = fc.oneof(
  fc.record({ kind: fc.constant('moved' as const) }),
  fc.record({ kind: fc.constant('late' as const), ticket: fc.nat() }),
  fc.record({ kind: fc.constant('accepted' as const), stored: count, repeated: count, unknown: count }),
  fc.record({
    kind: fc.constant('refused' as const),
    error: fc.constantFrom(...(Object.keys(errors) as (keyof typeof errors)[])),
    retryAfterSeconds: fc.option(fc.nat(), { nil: undefined }),
  }),
)

const asked = fc.record({ epoch: fc.nat(), accountId: fc.uuid(), question: handover })

test('whatever front doors hand over arrives as it was, gathered in one message', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 4 }), (all) => {
      const encoded = all.map(encode)
      const payload = encodeMessage(encoded)
      expect(decodeMessage(payload)).toEqual(all)
      const parts = encoded.reduce((sum, { length }) => sum + length + ENVELOPE.betweenBytes, 0)
      expect(payload.length).toBeLessThanOrEqual(ENVELOPE.bytes + parts)
      for (const [at, { question }] of all.entries()) {
        expect(encoded[at]!.length).toBeLessThanOrEqual(encodeQuestion(question).length + ENVELOPE.askedBytes)
      }
    }),
  )
})

test('what a station of ours reports arrives as its adapter made it, without what only the front door knows', () => {
  const scan = { device_id: 'C3000000ABCD', rssi: -61, connected: true, battery: 80, moving: false, temperature: 21.5 }
  const advertisement = '0201061aff4c000215e5ca1adef007ba110000000000000b00010001c5'
  const report = { seq: 7, scanned_at_ms: 1_764_000_000_000, scans: [scan, { ...scan, advertisement, rssi: 127 }] }
  const observations = [nativeObservation(report, 'station')]
  const sender = { senderId: 'T4-1', t4Id: 'T4-1' }
  const known = { ...sender, enter: () => undefined, key: 'secret' }
  const told = { generation: 2, speaksAs: 'station', observations, receivedAtMs: 1_764_000_000_100 } as const
  const question = { kind: 'handover', ...told } as const
  const payload = encodeMessage([encode({ epoch: 1, accountId: ACCOUNT, question: { ...question, sender: known } })])
  expect(decodeMessage(payload)).toEqual([{ epoch: 1, accountId: ACCOUNT, question: { ...question, sender } }])
})

test('whatever homes answer arrives as it was', () => {
  fc.assert(
    fc.property(fc.array(reply), (replies) => {
      expect(decodeAnswer(encodeAnswer(replies), replies.length)).toEqual(replies)
      expect(() => decodeAnswer(encodeAnswer(replies), replies.length + 1)).toThrow(UnreadableMessage)
    }),
  )
})

const readers = [decodeMessage, (payload: Uint8Array) => decodeAnswer(payload, 1)]

test('bytes of anybody are either read or refused by one kind of error', () => {
  const question: Handover = {
    kind: 'handover',
    sender: { senderId: 'T4', t4Id: null },
    generation: 0,
    speaksAs: 'station',
    observations: [{ seq: '1', items: [{ kind: 'sighting', identity: 'x', rssiDbm: -60 }] }],
    receivedAtMs: 1,
  }
  const valid = encodeMessage([encode({ epoch: 1, accountId: ACCOUNT, question })])
  const spoiled = fc
    .array(fc.tuple(fc.nat({ max: valid.length - 1 }), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      const copy = Uint8Array.from(valid)
      for (const [at, byte] of changes) copy[at] = byte
      return copy
    })
  const json = fc.json().map((said) => new TextEncoder().encode(said))
  const cut = fc.nat({ max: valid.length - 1 }).map((length) => Uint8Array.from(valid).subarray(0, length))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), spoiled, json, cut), (payload) => {
      for (const read of readers) {
        try {
          read(payload)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableMessage)
          // Lines of the log hold nothing of the payload.
          expect((error as Error).cause).toBeUndefined()
          expect((error as Error).message).toMatch(
            /^It (?:is no JSON|is wrong at [\w.]*|has \d+ replies to \d+ questions)\.$/,
          )
        }
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['an account that is no id', {}, { accountId: 'live.>' }],
  ['an epoch below zero', {}, { epoch: -1 }],
  ['a question nobody asks', { kind: 'stop' }],
  ['a role nobody has', { speaksAs: 'server' }],
  ['a generation below zero', { generation: -1 }],
  ['a time that is no number', { receivedAtMs: '1' }],
  [
    'a place beyond the pole',
    { observations: [{ seq: '1', senderPosition: { latitude: 91, longitude: 0 }, items: [] }] },
  ],
  ['a kind nobody reports', { observations: [{ seq: '1', items: [{ kind: 'order' }] }] }],
  ['a sighting without strength', { observations: [{ seq: '1', items: [{ kind: 'sighting', identity: 'x' }] }] }],
])('%s is refused, and its values are not repeated', (_, change: object, about: object = {}) => {
  const sender = { senderId: 'T4', t4Id: null }
  const good = { kind: 'handover', sender, generation: 0, speaksAs: 'station', observations: [], receivedAtMs: 1 }
  const payload = (question: object, more: object = {}) =>
    new TextEncoder().encode(JSON.stringify([{ epoch: 1, accountId: ACCOUNT, question, ...more }]))
  // A later version may write more.
  expect(decodeMessage(payload({ ...good, more: 1 }))).toEqual([{ epoch: 1, accountId: ACCOUNT, question: good }])
  const spoiled = payload({ ...good, ...change }, about)
  expect(() => decodeMessage(spoiled)).toThrow(UnreadableMessage)
  try {
    decodeMessage(spoiled)
  } catch (error) {
    expect((error as Error).message).toMatch(/^[a-zA-Z0-9., ]*$/)
  }
})
