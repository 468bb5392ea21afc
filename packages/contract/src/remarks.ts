/** The remark items an account defines for its trackers. Source: specification §3 Remark item; G51. */
import { MAX_REMARK_ITEMS } from '@whereabouts/domain/device-settings'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { nameText } from './texts.ts'

export const RemarkItem = z.object({ index: z.number().int(), name: z.string() })
export type RemarkItem = z.output<typeof RemarkItem>

export const remarks = {
  list: endpoint
    .get('/app/users/extrasettings/remarks', 'viewRemarks', 'The remark items of the account, in their order.')
    .answers(z.object({ items: z.array(RemarkItem) })),
  /** The whole list in its order. An index belongs to its item for ever: memos of a removed item are kept, hidden (G51). */
  save: endpoint
    .post('/app/users/extrasettings/remarks', 'manageDefinitions', 'Saves the remark items.')
    .takes(
      z.strictObject({
        items: z
          .array(z.strictObject({ index: z.number().int().min(0).max(999), name: nameText }))
          .max(MAX_REMARK_ITEMS)
          .refine((items) => new Set(items.map((item) => item.index)).size === items.length)
          .refine((items) => new Set(items.map((item) => item.name)).size === items.length),
      }),
    )
    .answers(z.object({ items: z.array(RemarkItem) })),
}
