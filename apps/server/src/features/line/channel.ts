/** The channel of LINE whose bot people add to their groups. Source: G62; LINE's Messaging API. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { askOutside } from '../../platform/net/outbound.ts'
import type { Settings } from '../../platform/settings.ts'

export const LINE_API = 'https://api.line.me'

export interface LineChannel {
  /** True when LINE signed exactly these bytes: HMAC-SHA256 by the channel secret, in Base64. */
  isSigned(body: Buffer, signature: string): boolean
  /** Answers an event; a reply token works once and for about a minute. Throws when LINE refuses it. */
  reply(replyToken: string, text: string): Promise<void>
  /** Posts in a group, which counts towards the channel's quota. Throws when LINE refuses it. */
  post(groupId: string, text: string): Promise<void>
}

export function createLineChannel(
  { channelSecret, accessToken }: NonNullable<Settings['line']>,
  api: string,
): LineChannel {
  const ask = async (what: 'reply' | 'push', body: object): Promise<void> => {
    const { status } = await askOutside(`${api}/v2/bot/message/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (status !== 200) throw new Error(`LINE answered ${status}.`)
  }
  return {
    isSigned(body, signature) {
      const expected = createHmac('sha256', channelSecret).update(body).digest()
      const given = Buffer.from(signature, 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    reply: (replyToken, text) => ask('reply', { replyToken, messages: [{ type: 'text', text }] }),
    post: (groupId, text) => ask('push', { to: groupId, messages: [{ type: 'text', text }] }),
  }
}
