import { expect, test } from 'vitest'
import { readAdvertisement } from './advertisement.ts'
import type { Tag, TagPacket } from './tag.ts'
import { TagMemory } from './tag-memory.ts'
import { hex } from './vectors.ts'

const MAC = 'C0:00:00:00:00:01'
const read = (digits: string): Tag => readAdvertisement(hex(digits), hex(''), { mac: MAC })!
const TLM = read('1116aafe20000bb815000000004500000258')
const UID = read('1516aafe00fc00112233445566778899aabbccddeeff')
const press = (packet: TagPacket): Tag => ({ ...read('0616d2fc403a01'), packet })
const pressed = (memory: TagMemory, packet: TagPacket, nowMs: number, scope = 'one') =>
  memory.settle(scope, press(packet), nowMs).values.button === 'press'

test('telemetry belongs to the beacon that was heard by the same address within a minute', () => {
  const memory = new TagMemory()
  expect(memory.settle('one', TLM, 0).identity).toBe('c00000000001')
  memory.settle('one', UID, 1000)
  expect(memory.settle('one', TLM, 61_000)).toMatchObject({
    identity: 'eddy:00112233445566778899-aabbccddeeff',
    referenceRssiDbm: -45,
    values: { temperatureCelsius: 21, batteryMillivolts: 3000 },
  })
  expect(memory.settle('two', TLM, 2000).identity).toBe('c00000000001')
  expect(memory.settle('one', TLM, 61_001).identity).toBe('c00000000001')
})

test('a press with a number counts once within four seconds, and again after them', () => {
  const memory = new TagMemory()
  const number = (value: number): TagPacket => ({ kind: 'number', value })
  expect(pressed(memory, number(254), 0)).toBe(true)
  expect(pressed(memory, number(254), 3000)).toBe(false)
  expect(pressed(memory, number(254), 3000, 'two')).toBe(true)
  expect(pressed(memory, number(2), 3500)).toBe(true)
  expect(pressed(memory, number(255), 3600)).toBe(false)
  expect(pressed(memory, number(2), 7501)).toBe(true)
})

test('a press without a number is distinguished from its repeats by its bytes', () => {
  const memory = new TagMemory()
  expect(pressed(memory, { kind: 'bytes', value: '403a01' }, 0)).toBe(true)
  expect(pressed(memory, { kind: 'bytes', value: '403a01' }, 4000)).toBe(false)
  expect(pressed(memory, { kind: 'bytes', value: '403a02' }, 4000)).toBe(true)
})

test('a replayed old encrypted frame is ignored, however old it is', () => {
  const memory = new TagMemory()
  const counter = (value: number): TagPacket => ({ kind: 'counter', value })
  expect(pressed(memory, counter(5000), 0)).toBe(true)
  expect(pressed(memory, counter(5000), 9_000_000)).toBe(false)
  expect(pressed(memory, counter(4999), 9_000_000)).toBe(false)
  expect(pressed(memory, counter(5001), 9_000_000)).toBe(true)
  // Another battery: the counter starts again.
  expect(pressed(memory, counter(3), 9_000_001)).toBe(true)
  expect(pressed(memory, counter(3), 9_000_002)).toBe(false)
})

test('a press that could not be stored counts again; one from another message does not, nor one that counted before it', () => {
  const memory = new TagMemory()
  const counter = (value: number): TagPacket => ({ kind: 'counter', value })
  expect(pressed(memory, counter(500), 0)).toBe(true)
  memory.forget('one', memory.settle('one', press(counter(500)), 1))
  expect(pressed(memory, counter(500), 2)).toBe(false)
  memory.forget('one', memory.settle('one', press(counter(501)), 3))
  expect(pressed(memory, counter(499), 4)).toBe(false)
  expect(pressed(memory, counter(501), 5)).toBe(true)
  const both = [502, 503].map((value) => memory.settle('one', press(counter(value)), 6))
  for (const tag of both.reverse()) memory.forget('one', tag)
  expect([502, 503].map((value) => pressed(memory, counter(value), 7))).toEqual([true, true])
})

test('the memory forgets what it heard longest ago', () => {
  const memory = new TagMemory(2)
  const packet: TagPacket = { kind: 'counter', value: 9 }
  for (const scope of ['a', 'b', 'c']) expect(pressed(memory, packet, 0, scope)).toBe(true)
  expect(pressed(memory, packet, 0, 'c')).toBe(false)
  expect(pressed(memory, packet, 0, 'a')).toBe(true)
})
