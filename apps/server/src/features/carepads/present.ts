/** A carepad's rows as the published entity. Source: specification §3 Carepad; G69. */
import type { Carepad } from '@whereabouts/contract/carepads'
import { isProtectedName } from '@whereabouts/domain/protected-names'
import { toSeconds } from '../../platform/clock.ts'
import type { CarepadRow } from './queries.ts'

const secondsOf = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms))

export const presentCarepad = ({
  created_at: _order,
  last_seen_ms,
  high_since_ms,
  low_since_ms,
  normal_since_ms,
  ...row
}: CarepadRow): Carepad => ({
  ...row,
  last_seen: secondsOf(last_seen_ms),
  high_since: secondsOf(high_since_ms),
  low_since: secondsOf(low_since_ms),
  normal_since: secondsOf(normal_since_ms),
  encrypted: isProtectedName(row.carepad_name),
})
