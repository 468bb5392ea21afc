/** LINE groups that get alerts. Source: specification §7; G62. */
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { nameText } from './texts.ts'

export const LineGroup = z.object({
  line_group_id: z.string(),
  note: z.string(),
  /** Epoch seconds. */
  created_time: z.number().int(),
})
export type LineGroup = z.output<typeof LineGroup>

export const line = {
  listGroups: endpoint
    .get('/app/accountlink/line', 'manageLine', 'LINE groups that get the alerts of the account.')
    .answers(z.object({ line_groups: z.array(LineGroup) })),
  /** `link_code` from the message the bot posts in a group, good for 24 hours; 400118 wrong or old, 400119 linked already. */
  note: endpoint
    .post('/app/accountlink/line/note', 'manageLine', 'Links a LINE group and gives it a nickname, or renames one.')
    .takes(
      z.union([
        z.strictObject({ link_code: z.string().min(1).max(64), note: nameText }),
        z.strictObject({ line_group_id: z.uuid(), note: nameText }),
      ]),
    )
    .answers(z.object({ line_group: LineGroup }))
    .refusesWith('invalidGroupLinkCode', 'groupAlreadyAdded', 'resourceNotFound', 'tooManyRequests'),
  remove: endpoint
    .delete('/app/accountlink/line', 'manageLine', 'Unlinks LINE groups.')
    .takes(z.strictObject({ line_group_ids: z.array(z.uuid()).min(1).max(100) }))
    .answers(z.object({ failed_list: z.array(z.string()) })),
  /** LINE's platform calls this; its signature is checked over the bytes. 501001 without channel keys. */
  webhook: endpoint
    .post('/app/accountlink/line/webhook', 'public', 'Events of LINE.')
    .takes(z.looseObject({ destination: z.string().optional(), events: z.array(z.looseObject({ type: z.string() })) }))
    .answers(Nothing)
    .refusesWith('notImplemented', 'unauthorized'),
}
