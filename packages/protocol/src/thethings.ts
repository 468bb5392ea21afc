/** The Things Stack 3, webhooks. Source: wire formats §11.2; thethingsindustries.com, data formats. */
import { decodeJson } from './body.ts'
import { devEuiOf, faultOf, ignored, type LorawanMessage, readPayload, timeOfText } from './lorawan.ts'
import { seqOf } from './seq.ts'
import { isJsonObject, numberOf, percent, textOf } from './values.ts'

const objectOf = (value: unknown) => (isJsonObject(value) ? value : {})

/** Messages that say nothing we need. */
const KINDS = [
  ...['join_accept', 'downlink_ack', 'downlink_nack', 'downlink_sent', 'downlink_failed', 'downlink_queued'],
  ...['downlink_queue_invalidated', 'location_solved', 'service_data', 'uplink_normalized'],
]

/**
 * The body of a webhook. Only uplinks say something of a device; joins, acknowledgements and errors are not for us. Nor are its
 * `locations`: the network server keeps them from earlier uplinks, or they are where somebody put the device on a map.
 */
export function decodeTheThings(body: Uint8Array): LorawanMessage {
  const json = decodeJson(body)
  if (typeof json === 'string') return { kind: 'invalid', reason: json }
  const message = objectOf(json.value)
  const ids = objectOf(message.end_device_ids)
  const devEui = devEuiOf(ids.dev_eui)
  if (devEui === undefined) return { kind: 'invalid', reason: 'no_device' }
  if (!isJsonObject(message.uplink_message))
    return ignored(
      KINDS,
      KINDS.find((kind) => message[kind] !== undefined),
    )
  const uplink = message.uplink_message
  const receivedAt = textOf(uplink.received_at) ?? textOf(message.received_at)
  const timeMs = timeOfText(receivedAt)
  const readings = readPayload(uplink.decoded_payload, timeMs)
  return {
    kind: 'uplink',
    devEui,
    name: textOf(ids.device_id, 64),
    timeMs,
    seq: seqOf('thethings', devEui, textOf(uplink.session_key_id), numberOf(uplink.f_cnt), receivedAt),
    fault: faultOf(uplink.frm_payload, uplink.decoded_payload),
    ...readings,
    batteryPercent: readings.batteryPercent ?? percent(objectOf(uplink.last_battery_percentage).value),
  }
}
