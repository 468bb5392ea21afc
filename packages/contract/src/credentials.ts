/** Credentials of senders. The password is answered once and stored hashed. Source: G85. */
import { CREDENTIAL_KINDS, SENDER_ID } from '@whereabouts/domain/senders'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'

/** A sender's name: it stands in topics and paths. */
export const senderId = z.string().regex(SENDER_ID)

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
  /** The access link whose visitor made it, by its name; '' where a person of the account did. It goes on when the link ends. */
  made_by_link: z.string(),
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
  /** The port that GPS hardware of this make speaks to, at the host of `url`; null: it is not open, or the sender is of no such make. */
  tcp_port: z.number().int().nullable(),
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
  /** The sender is refused within a second. */
  remove: endpoint
    .delete('/app/credentials/{sender_id}', 'manageCredentials', 'Revokes the credential of a sender.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
