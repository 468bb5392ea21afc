/** Devices that take settings, in an order to look them over. Pure. Source: G49, G85. */
import type { Tracker } from '@whereabouts/contract/trackers'
import type { AdvSettingName } from '@whereabouts/domain/device-settings'
import { isOurMake } from '@whereabouts/domain/trackers'
import { sortedBy } from '../../lib/packed-sort.ts'
import type { SiteTable } from '../live/site-view.ts'
import { searched } from '../trackers/device-facts.ts'

export type SettingsColumn = 'name' | 'state' | AdvSettingName

/** What others shared is theirs to set. */
const takesSettings = (tracker: Tracker): boolean => isOurMake(tracker) && tracker.sharing.share_from === null

/** Undefined where it was never set, or is no whole number. */
export function settingOf({ sync_config }: Tracker, name: AdvSettingName): number | undefined {
  const value = sync_config?.adv_settings[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

type SettingsState = 'pending' | 'taken' | 'never'

export const stateOf = ({ sync_config: config }: Tracker): SettingsState =>
  config === null ? 'never' : config.pending ? 'pending' : 'taken'

const STATE_ORDER: readonly SettingsState[] = ['pending', 'taken', 'never']

interface SettingsQuery {
  readonly search: string
  readonly onlyPending: boolean
  readonly column: SettingsColumn
  readonly isDescending: boolean
}

/** Slots of the table to show. Equal ones stay by name; what was never set stands last, either way. */
export function listSettings(table: SiteTable<Tracker>, query: SettingsQuery): Uint32Array {
  const { search, onlyPending, column, isDescending } = query
  const slots = searched(table, search).filter((slot) => {
    const tracker = table.at(slot) as Tracker
    return takesSettings(tracker) && (!onlyPending || stateOf(tracker) === 'pending')
  })
  if (column === 'name') return isDescending ? slots.toReversed() : slots
  const keyAt = (slot: number): number | undefined => {
    const tracker = table.at(slot) as Tracker
    return column === 'state' ? STATE_ORDER.indexOf(stateOf(tracker)) : settingOf(tracker, column)
  }
  return sortedBy(slots, keyAt, isDescending)
}

/** How many take settings, and how many of them have not taken them over yet. */
export function countSettings(trackers: readonly Tracker[]): { readonly all: number; readonly pending: number } {
  let [all, pending] = [0, 0]
  for (const tracker of trackers) {
    if (!takesSettings(tracker)) continue
    all++
    if (stateOf(tracker) === 'pending') pending++
  }
  return { all, pending }
}
