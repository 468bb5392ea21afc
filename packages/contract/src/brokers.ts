/** MQTT brokers of an account, from which the server reads. Passwords go in and never come out. Source: decision 0055. */
import { BROKER_FAULTS, BROKER_HOST, BROKER_READS, BROKER_STATES, TOPIC_BASE } from '@whereabouts/domain/brokers'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { isWhole, nameText } from './texts.ts'

/** User name and password, within the limits of MQTT. */
const secretText = z
  .string()
  .max(256)
  .refine((text) => isWhole(text) && !text.includes('\u0000'))
const topicBase = z
  .string()
  .trim()
  .regex(TOPIC_BASE)
  .refine((text) => isWhole(text))

/** The address of a broker and what is read from it. */
const address = {
  host: z.string().trim().regex(BROKER_HOST),
  port: z.number().int().min(1).max(65_535),
  tls: z.boolean(),
  /** PEM of an authority of one's own; '' trusts the usual ones. */
  ca_certificate: z
    .string()
    .max(16_384)
    .regex(/^$|-----BEGIN CERTIFICATE-----/),
  username: secretText,
  /** Left out: the stored one stays. '': none. */
  password: secretText.optional(),
  reads: z.array(z.enum(BROKER_READS)).max(BROKER_READS.length),
  theengs_base: topicBase,
  zigbee2mqtt_base: topicBase,
}

const settings = {
  broker_name: nameText,
  ...address,
  /** The discovery prefix of Home Assistant, `homeassistant` by default; '' publishes nothing. */
  discovery_prefix: z.union([z.literal(''), topicBase]),
  paused: z.boolean(),
}

export const Broker = z.object({
  broker_id: z.string(),
  broker_name: z.string(),
  host: z.string(),
  port: z.number().int(),
  tls: z.boolean(),
  ca_certificate: z.string(),
  username: z.string(),
  has_password: z.boolean(),
  reads: z.array(z.enum(BROKER_READS)),
  theengs_base: z.string(),
  zigbee2mqtt_base: z.string(),
  discovery_prefix: z.string(),
  paused: z.boolean(),
  state: z.enum(BROKER_STATES),
  /** Epoch seconds since which it is so. */
  state_since: z.number().int(),
  /** Why it is not connected, or what a connected broker refuses; '': nothing. */
  fault: z.enum(['', ...BROKER_FAULTS]),
  /** `5` or `3.1.1`; '' while not connected. */
  mqtt_version: z.string(),
  /** Servers that read it. */
  servers: z.number().int(),
  /** Messages by the format they were read as, since the servers connected; `other` matched none, `tooLarge` was not read. */
  counts: z.record(z.string(), z.number().int()),
  /** Epoch milliseconds; null: none yet. */
  last_message_ms: z.number().int().nullable(),
  /** Stations and phones that came by it. */
  senders: z.number().int(),
})
export type Broker = z.output<typeof Broker>

/** A room, a gateway or a phone that speaks through a broker. */
export const BrokerSender = z.object({
  /** Of a phone, its device's too. */
  sender_id: z.string(),
  kind: z.enum(BROKER_READS),
  /** Its name in the topics of the broker. */
  label: z.string(),
  /** The station that it is; null for a phone, and for a station that has not spoken yet. */
  t4_id: z.string().nullable(),
  /** Epoch seconds; null: not heard yet. */
  last_used: z.number().int().nullable(),
})
export type BrokerSender = z.output<typeof BrokerSender>

/** The result of a test: why it failed, or the messages received within a few seconds. */
export const BrokerTry = z.object({
  fault: z.enum(['', ...BROKER_FAULTS]),
  mqtt_version: z.string(),
  /** Messages by the format they are read as. */
  counts: z.record(z.string(), z.number().int()),
})
export type BrokerTry = z.output<typeof BrokerTry>

export const brokers = {
  list: endpoint
    .get('/app/brokers', 'manageCredentials', 'Brokers of the account and how they do, oldest first.')
    .answers(z.object({ brokers: z.array(Broker), reach: z.enum(['private', 'public', 'off']) })),
  /** 403001 where the operator allows no brokers; 409001 for one more than an account may have. */
  create: endpoint
    .post('/app/brokers', 'manageCredentials', 'Adds a broker, which the server reads from then on.')
    .takes(z.strictObject(settings))
    .answers(z.object({ broker: Broker }))
    .refusesWith('conflict', 'forbidden'),
  change: endpoint
    .put('/app/brokers/{broker_id}', 'manageCredentials', 'Changes a broker; the server connects to it again.')
    .takes(z.strictObject(settings))
    .answers(z.object({ broker: Broker }))
    .refusesWith('resourceNotFound', 'forbidden'),
  /** Its stations and phones stay in their lists and say nothing more. */
  remove: endpoint
    .delete('/app/brokers/{broker_id}', 'manageCredentials', 'Removes a broker.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  listSenders: endpoint
    .get('/app/brokers/{broker_id}/senders', 'manageCredentials', 'Who speaks through a broker, by name.')
    .answers(z.object({ senders: z.array(BrokerSender) }))
    .refusesWith('resourceNotFound'),
  /** `broker_id` lends its stored password, to its own host and port alone. Takes some seconds. */
  tryOut: endpoint
    .post('/app/brokers/try', 'manageCredentials', 'Connects to a broker once and tells what it hears.')
    .takes(z.strictObject({ ...address, broker_id: z.uuid().optional() }))
    .answers(z.object({ tried: BrokerTry }))
    .refusesWith('forbidden', 'tooManyRequests', 'resourceNotFound'),
}
