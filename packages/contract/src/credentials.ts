/** Credentials of senders. The password is answered once and stored hashed. Source: G85. */
import { CREDENTIAL_KINDS, MAX_PAYLOAD_KEY_BYTES, SENDER_ID } from '@whereabouts/domain/senders'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'

/** A sender's name; it is a part of topics and paths. */
export const senderId = z.string().regex(SENDER_ID)

/** Messages of a sender of which nothing was stored, or less than was sent. */
const SetAside = z.object({
  /** The gateway's code for what was wrong with them, e.g. `encrypted_no_key`. */
  reason: z.string(),
  count: z.number().int(),
  /** The last day (UTC) with such a message, as `2026-11-27`. */
  last_day: z.string(),
})
export type SetAside = z.output<typeof SetAside>

export const Credential = z.object({
  sender_id: z.string(),
  /** The one protocol it may speak, or any. */
  kind: z.enum(CREDENTIAL_KINDS),
  /** The station it is; null for phones and for a station that has not spoken yet. */
  t4_id: z.string().nullable(),
  /** Epoch seconds. */
  created_time: z.number().int(),
  /** Epoch seconds of its last accepted message, or of a reader's last connection, to the minute; null: none yet. */
  last_used: z.number().int().nullable(),
  /** Epoch seconds, to the minute, of its last authentication, whatever it sent then; null: never yet. */
  connected_time: z.number().int().nullable(),
  /** Name of the access link whose visitor created it; '' where a person of the account did. It stays valid when the link ends. */
  made_by_link: z.string(),
  /** Whether a key is stored that decrypts its phone's messages. */
  has_payload_key: z.boolean(),
  /** Of the last seven days, the most frequent first. */
  set_aside: z.array(SetAside),
})
export type Credential = z.output<typeof Credential>

/** How to set a sender up; shown once. */
export const CredentialWithPassword = z.object({
  sender_id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  password: z.string(),
  /** Origin of the server as the caller reaches it. */
  url: z.string(),
  mqtt_url: z.string(),
  /** Where native reports go over MQTT. */
  topic: z.string(),
  /** The port that GPS hardware of this make speaks to, at the host of `url`; null: the port is not open, or the kind needs none. */
  tcp_port: z.number().int().nullable(),
  /**
   * Addresses that other machines may reach the server by, the likeliest first: PUBLIC_URL alone, or without it the one that the
   * caller came by and those of the machine. Never one of this machine for itself; none where it listens to itself alone.
   */
  addresses: z.array(z.object({ url: z.string(), mqtt_url: z.string() })),
})
export type CredentialWithPassword = z.output<typeof CredentialWithPassword>

export const credentials = {
  list: endpoint
    .get('/app/credentials', 'manageCredentials', 'Senders of the account, newest first.')
    .answers(z.object({ credentials: z.array(Credential) })),
  /**
   * 409001 for a name in use: revoke that credential first to create it again. GPS hardware is named by its IMEI, else 400001; one that
   * another account has is 409001.
   */
  create: endpoint
    .post('/app/credentials', 'manageCredentials', 'Makes the credential of a sender.')
    .takes(z.strictObject({ sender_id: senderId, kind: z.enum(CREDENTIAL_KINDS) }))
    .answers(z.object({ credential: CredentialWithPassword }))
    .refusesWith('conflict'),
  /**
   * Keeps the key under which the sender's phone encrypts, sealed, in place of any before; it is never answered. 400001 with info
   * `sender_id` for a sender that cannot encrypt.
   */
  setPayloadKey: endpoint
    .put('/app/credentials/{sender_id}/payload-key', 'manageCredentials', 'Keeps the encryption key of a sender.')
    .takes(
      z.strictObject({
        key: z.string().refine((key) => {
          const { length } = new TextEncoder().encode(key)
          return length > 0 && length <= MAX_PAYLOAD_KEY_BYTES
        }),
      }),
    )
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  /** Encrypted messages of the sender are rejected from then on. */
  removePayloadKey: endpoint
    .delete('/app/credentials/{sender_id}/payload-key', 'manageCredentials', 'Removes the encryption key of a sender.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  /** The sender is refused within a second. */
  remove: endpoint
    .delete('/app/credentials/{sender_id}', 'manageCredentials', 'Revokes the credential of a sender.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
