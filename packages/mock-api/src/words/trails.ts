/** Where a device was. */
import type { trails } from '@whereabouts/contract/trails'
import { faultOfRange, HISTORY_DAYS, type Stay, trailLogs } from '@whereabouts/domain/history'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import type { Handlers, World } from '../world.ts'

export const trailWords = (world: World): Handlers<typeof trails> => ({
  get({ actor: { account }, params: { device_id }, query }) {
    const [fromMs, untilMs] = [query.start_time * 1000, query.end_time * 1000]
    mustBeKept(world, fromMs, untilMs, ['query.start_time', 'query.end_time'])
    return { trail_logs: trailLogs(staysOf(account, device_id, fromMs, untilMs), world.now()) }
  },
})

/** Refuses a range that nobody can be answered for; `places` are those of its start and of its end in the input. */
export function mustBeKept({ now }: World, fromMs: number, untilMs: number, places: readonly [string, string]): void {
  const fault = faultOfRange(fromMs, untilMs, now() - HISTORY_DAYS * 86_400_000)
  if (fault !== null) throw refuse('invalidInput', { info: places[fault === 'start' ? 0 : 1] })
}

/** Stays that touch the range; refuses with 404103 a device that the account neither has nor had. */
export function staysOf({ stays, trackers }: Account, deviceId: string, fromMs: number, untilMs: number): Stay[] {
  const own = stays.filter(({ device_id }) => device_id === deviceId)
  if (own.length === 0 && !trackers.some(({ device_id }) => device_id === deviceId)) throw refuse('deviceNotFound')
  return own.filter(({ from_ms, until_ms }) => from_ms <= untilMs && until_ms >= fromMs)
}
