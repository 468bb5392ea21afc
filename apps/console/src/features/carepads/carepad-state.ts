/** What a carepad's row says, and which need attention first. Pure. Source: specification §3 Carepad; G69, G70. */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { Logger } from '@whereabouts/contract/loggers'
import type { Translate } from '../../lib/i18n.ts'

/** A carepad that says nothing for longer (s) has no data. */
const SILENT_AFTER_S = 930

export const STATES = ['high', 'low', 'pending', 'battery', 'nodata', 'normal'] as const
export type CarepadState = (typeof STATES)[number]
export type Unit = Carepad['temperature_unit']

/** `now` in epoch seconds. An alarm stands even where nothing is heard any more. */
export function stateOf(carepad: Carepad, now: number): CarepadState {
  const { high_since, low_since, alerted, battery_low, last_seen } = carepad
  if (alerted && high_since !== null) return 'high'
  if (alerted && low_since !== null) return 'low'
  if (last_seen === null || now - last_seen > SILENT_AFTER_S) return 'nodata'
  if (high_since !== null || low_since !== null) return 'pending'
  return battery_low ? 'battery' : 'normal'
}

const URGENCY: Readonly<Record<CarepadState, number>> = {
  high: 0,
  low: 0,
  pending: 1,
  nodata: 2,
  battery: 3,
  normal: 4,
}

interface Group<Pad extends Carepad> {
  /** Undefined: the unassigned group. */
  readonly logger: Logger | undefined
  readonly rows: readonly { readonly carepad: Pad; readonly state: CarepadState }[]
}

/** By logger, each with who needs attention first; the group with the most urgent carepad first, the unassigned one last. */
export function groupsOf<Pad extends Carepad>(
  carepads: readonly Pad[],
  loggers: readonly Logger[],
  now: number,
): Group<Pad>[] {
  const byLogger = Map.groupBy(carepads, ({ logger_id }) => logger_id)
  const rowsOf = (loggerId: string | null) =>
    (byLogger.get(loggerId) ?? [])
      .map((carepad) => ({ carepad, state: stateOf(carepad, now) }))
      .toSorted(
        (a, b) => URGENCY[a.state] - URGENCY[b.state] || a.carepad.carepad_name.localeCompare(b.carepad.carepad_name),
      )
  const urgencyOf = ({ rows }: Group<Pad>) => Math.min(URGENCY.normal, ...rows.map(({ state }) => URGENCY[state]))
  const groups: Group<Pad>[] = loggers.map((logger) => ({ logger, rows: rowsOf(logger.logger_id) }))
  const sorted = groups.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
  const unassigned = rowsOf(null)
  return unassigned.length === 0 ? sorted : [...sorted, { logger: undefined, rows: unassigned }]
}

/** Degrees Celsius in a unit. */
export const inUnit = (celsius: number, unit: Unit): number => (unit === 'F' ? celsius * 1.8 + 32 : celsius)
export const toCelsius = (value: number, unit: Unit): number =>
  Math.round((unit === 'F' ? (value - 32) / 1.8 : value) * 100) / 100

/** With one decimal and the minus sign of typography. */
export const temperatureText = (celsius: number, unit: Unit): string => {
  const text = inUnit(celsius, unit).toFixed(1)
  return (text === '-0.0' ? '0.0' : text).replace('-', '−')
}

/** The limits in a unit; a low one of null: there is none. */
export const limitsText = (
  t: Translate,
  { threshold_low, threshold_high }: Pick<Carepad, 'threshold_low' | 'threshold_high'>,
  unit: Unit,
): string => {
  const high = temperatureText(threshold_high, unit)
  return threshold_low === null
    ? t('carepads.limitsBelow', { high, unit: unitText(unit) })
    : t('carepads.limitsOf', { low: temperatureText(threshold_low, unit), high, unit: unitText(unit) })
}

export const unitText = (unit: Unit): string => `°${unit}`
