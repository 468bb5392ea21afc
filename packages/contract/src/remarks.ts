/** The remark items an account defines for its trackers. Source: specification §3 Remark item; G51. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

export const RemarkItem = z.object({ index: z.number().int(), name: z.string() })
export type RemarkItem = z.output<typeof RemarkItem>

export const remarks = {
  list: endpoint
    .get('/app/users/extrasettings/remarks', 'The remark items of the account.')
    .answers(z.object({ items: z.array(RemarkItem) })),
}
