/** ChirpStack 4, HTTP integration with JSON. Source: wire formats §11.2; chirpstack.io, event types. */
import { decodeJson } from './body.ts'
import { devEuiOf, faultOf, ignored, type LorawanMessage, readPayload, timeOfText } from './lorawan.ts'
import { seqOf } from './seq.ts'
import { isJsonObject, numberOf, percent, textOf } from './values.ts'

/** Events that say nothing we need. */
const EVENTS = ['join', 'ack', 'txack', 'log', 'location', 'integration']

/** A body with its `event`, which stands in the query: `up` is an uplink, `status` the battery by LoRaWAN's own command. */
export function decodeChirpStack(event: string | undefined, body: Uint8Array): LorawanMessage {
  if (event !== 'up' && event !== 'status') return ignored(EVENTS, event)
  const json = decodeJson(body)
  if (typeof json === 'string') return { kind: 'invalid', reason: json }
  const message = isJsonObject(json.value) ? json.value : {}
  const device = isJsonObject(message.deviceInfo) ? message.deviceInfo : {}
  const devEui = devEuiOf(device.devEui)
  if (devEui === undefined) return { kind: 'invalid', reason: 'no_device' }
  const { time, deduplicationId, fCnt, batteryLevel, batteryLevelUnavailable, externalPowerSource } = message
  const timeMs = timeOfText(time)
  // With a power supply the level is 0.
  const isKnown = batteryLevelUnavailable !== true && externalPowerSource !== true
  return {
    kind: 'uplink',
    devEui,
    name: textOf(device.deviceName, 64),
    timeMs,
    fault: event === 'up' ? faultOf(message.data, message.object) : undefined,
    seq: seqOf('chirpstack', devEui, event, textOf(deduplicationId), textOf(time), numberOf(fCnt)),
    ...(event === 'up'
      ? readPayload(message.object, timeMs)
      : { batteryPercent: isKnown ? percent(batteryLevel) : undefined }),
  }
}
