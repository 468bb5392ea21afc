/** LINE's events of the bot: it was added to a group, or removed. Source: G62; LINE's Messaging API. */
import { z } from 'zod'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { LineChannel } from './channel.ts'
import { deleteCodesOf, deleteGroupEverywhere, insertCode } from './queries.ts'

const source = z.object({ type: z.literal('group'), groupId: z.string().min(1).max(100) })
/** Other events of LINE are ignored. */
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), source, replyToken: z.string().min(1).max(1000) }),
  z.object({ type: z.literal('leave'), source, timestamp: z.number().int().min(0) }),
])

/** 128 random bits as 22 URL-safe characters (security rule 37). */
const CODE_BYTES = 16

/** One message for readers of all three languages, as nobody knows who is in a group. */
const invitation = (
  url: string,
): string => `This group can get the alerts of Whereabouts. An owner or deputy opens this link within 24 hours and names the group.
此群組可接收 Whereabouts 的警報。請由擁有者或代理人在 24 小時內開啟連結，並為群組命名。
このグループで Whereabouts のアラートを受け取れます。オーナーまたは代理の方が24時間以内にリンクを開き、グループに名前を付けてください。
${url}`

export async function takeEvent(app: App, channel: LineChannel, told: unknown, address: string): Promise<void> {
  const { data: event } = Event.safeParse(told)
  if (event?.type === 'join') await invite(app, channel, event)
  if (event?.type === 'leave') await forget(app, event, address)
}

// Earlier codes stay valid: LINE repeats an event that it thinks we missed, and takes an answer only once.
async function invite(app: App, channel: LineChannel, event: Extract<z.output<typeof Event>, { type: 'join' }>) {
  const code = app.random.bytes(CODE_BYTES).toString('base64url')
  await insertCode(app.db, hashToken(code), event.source.groupId, app.clock.now())
  // Not waited for: LINE expects our answer within two seconds. If no link appears, the bot can be added again.
  channel.reply(event.replyToken, invitation(`${app.origin()}/line-group?code=${code}`)).catch((error: Error) => {
    app.log.warn(
      { reason: error.message },
      'Failed to post the link in a LINE group; adding the bot again posts another',
    )
  })
}

/** The group is unlinked from every account. One that was linked again since the event stays. */
async function forget(app: App, event: Extract<z.output<typeof Event>, { type: 'leave' }>, address: string) {
  const { groupId } = event.source
  await app.db.transaction().execute(async (db) => {
    await deleteCodesOf(db, groupId)
    for (const { account_id, note } of await deleteGroupEverywhere(db, groupId, Math.floor(event.timestamp / 1000))) {
      const doer = { accountId: account_id, sessionId: null, deviceType: 'web', name: 'LINE' } as const
      await recordActivity(db, app, doer, { action: 'unlink_line_group', target: note, ip: address })
    }
  })
}
