/** How a delivery is signed, so that its receiver knows it is ours and new. Source: Standard Webhooks 1.0. */
import { createHmac } from 'node:crypto'
import type { Random } from '../../platform/clock.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (random: Random): string => PREFIX + random.bytes(SECRET_BYTES).toString('base64')

interface Signed {
  readonly id: string
  /** Of this try (epoch seconds). */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a delivery, signed by each of these secrets. */
export const signedHeaders = ({ id, timestamp, body }: Signed, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(`${id}.${timestamp}.${body}`, secret)}`).join(' '),
})

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
