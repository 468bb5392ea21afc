/** A carepad's rows as the published entity. Source: specification §3 Carepad; G69. */
import type { Carepad } from '@whereabouts/contract/carepads'
import { toSeconds } from '../../platform/clock.ts'
import type { CarepadRow } from './queries.ts'

/** How a name under the account's PIN begins. Source: G30. */
const ENCRYPTED = 'enc:1:'

export const presentCarepad = ({ created_at: _order, last_seen_ms, ...row }: CarepadRow): Carepad => ({
  ...row,
  last_seen: last_seen_ms === null ? null : toSeconds(last_seen_ms),
  encrypted: row.carepad_name.startsWith(ENCRYPTED),
})
