/** What is cut out of the stream of a broker that cannot be told how much is too much. Decision 0055; security rule 42. */
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { generate, type Packet, parser } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { MAX_BROKER_PACKET, MqttCut } from './mqtt-cut.ts'

const publish = (topic: string, size: number, qos: 0 | 1 = 0): Packet => ({
  ...{ cmd: 'publish', topic, payload: Buffer.alloc(size, 'x'), qos, dup: false, retain: qos === 1 },
  ...(qos === 0 ? {} : { messageId: 7 }),
})

/** What passes of these bytes, in pieces that end at `cuts`, as packets; and how many were cut. */
async function passed(bytes: Buffer, cuts: readonly number[] = []) {
  let count = 0
  const cut = new MqttCut(() => {
    count += 1
  })
  const whole = buffer(cut)
  const ends = [...new Set(cuts.map((at) => at % bytes.length))].toSorted((a, b) => a - b)
  for (const [at, end] of [...ends, bytes.length].entries()) cut.write(bytes.subarray(ends[at - 1] ?? 0, end))
  cut.end()
  const packets: Packet[] = []
  const reader = parser({ protocolVersion: 4 })
  reader.on('packet', (packet: Packet) => packets.push(packet))
  reader.parse(await whole)
  const told = packets.map((packet) =>
    packet.cmd === 'publish'
      ? {
          ...{ topic: packet.topic, size: packet.payload.length, qos: packet.qos },
          ...{ id: packet.messageId, kept: packet.retain },
        }
      : { cmd: packet.cmd },
  )
  return { told, count }
}

const PACKETS: readonly Packet[] = [
  { cmd: 'connack', returnCode: 0, sessionPresent: false },
  publish('before', 20),
  publish('zigbee2mqtt/bridge/devices', MAX_BROKER_PACKET + 1, 1),
  { cmd: 'pingresp' },
  publish('plain', 300_000),
  publish('after', 40_000, 1),
]
const BYTES = Buffer.concat(PACKETS.map((packet) => generate(packet)))
const EXPECTED = {
  told: [
    { cmd: 'connack' },
    { topic: 'before', size: 20, qos: 0, id: undefined, kept: false },
    // Its number passes, so that it is acknowledged and never comes again.
    { topic: 'zigbee2mqtt/bridge/devices', size: 0, qos: 1, id: 7, kept: true },
    { cmd: 'pingresp' },
    { topic: 'plain', size: 0, qos: 0, id: undefined, kept: false },
    { topic: 'after', size: 40_000, qos: 1, id: 7, kept: true },
  ],
  count: 2,
}

test('a message that is too large loses its payload, and those beside it pass whole', async () => {
  expect(await passed(BYTES)).toEqual(EXPECTED)
})

test('wherever the stream is divided, the same passes', async () => {
  const heads = PACKETS.map((_, at) => PACKETS.slice(0, at).reduce((sum, packet) => sum + generate(packet).length, 0))
  // Divided within the head of a packet, and anywhere.
  const near = fc.tuple(fc.constantFrom(...heads), fc.nat({ max: 40 })).map(([head, more]) => head + more)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(near, fc.nat({ max: BYTES.length - 1 })), { maxLength: 40 }), async (cuts) => {
      expect(await passed(BYTES, cuts)).toEqual(EXPECTED)
    }),
    { numRuns: 30 },
  )
})

test('a message at the limit passes, and one byte more is cut', async () => {
  const head = 2 + 'limit'.length
  const sizeOf = async (size: number) => (await passed(generate(publish('limit', size)))).count
  expect(await sizeOf(MAX_BROKER_PACKET - head)).toBe(0)
  expect(await sizeOf(MAX_BROKER_PACKET - head + 1)).toBe(1)
})

test.each([
  ['a large packet that is no message', Buffer.from([0x90, 0x81, 0x80, 0x04])],
  ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff])],
  [
    'a large message whose topic is too long',
    Buffer.concat([Buffer.from([0x30, 0x80, 0x80, 0x08, 0x04, 0x01]), Buffer.alloc(99)]),
  ],
])('%s ends the connection', async (_what, bytes) => {
  await expect(passed(bytes)).rejects.toThrow(/MQTT/)
})
