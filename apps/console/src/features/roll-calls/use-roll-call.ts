/** The roll-call that goes on, as this console knows it: what the server told, and what was done here since. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RollCall, RollCallPerson } from '@whereabouts/contract/roll-calls'
import type { Tracker } from '@whereabouts/contract/trackers'
import { EXPECTED_WITHIN_MS, phoneIn } from '@whereabouts/domain/roll-calls'
import { randomUuid } from '../../lib/random.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { useStore } from '../../lib/use-store.ts'
import { useSession } from '../auth/session-store.ts'
import type { SiteStore } from '../live/site-view.ts'
import { command, pendingCommands } from './outbox.ts'
import { withPending } from './pending.ts'
import { openOf, rollCallsQuery } from './queries.ts'

/** Null: none goes on. Undefined: not known yet. */
export function useRollCall(): RollCall | null | undefined {
  const { data } = useInfiniteQuery(rollCallsQuery)
  const commands = useStore(pendingCommands)
  const { userInfo } = useSession()
  const open = withPending(openOf(data), commands, userInfo?.fullname || userInfo?.email || '')
  return open === null && data === undefined ? undefined : open
}

/** Says that a person is safe or not, after what is shown of them: the console's idea of the server's clock may go back a little. */
export function tick({ id, ticks }: RollCall, device_id: string, is_safe: boolean): void {
  const shownMs = ticks.find((one) => one.device_id === device_id)?.at_ms ?? 0
  const at_ms = Math.max(serverNowMs(), shownMs + 1)
  command({ kind: 'tick', roll_call_id: id, command_id: randomUuid(), device_id, is_safe, at_ms })
}

export const end = (roll_call_id: string): void => command({ kind: 'end', roll_call_id, at_ms: serverNowMs() })

/** Joins the one that goes on, if there is one. */
export const start = (is_drill: boolean, store: SiteStore, classes: readonly number[] | null): void =>
  command({
    kind: 'start',
    id: randomUuid(),
    is_drill,
    at_ms: serverNowMs(),
    people: expectedIn(store, classes, serverNowMs()),
  })

/** Who is expected as far as this console knows; in which zone they are it does not. */
function expectedIn(store: SiteStore, classes: readonly number[] | null, now: number): RollCallPerson[] {
  return store.trackers
    .rows()
    .filter(({ class_index, sharing }) => sharing.share_from === null && (classes?.includes(class_index) ?? true))
    .map((tracker) => personOf(store, tracker))
    .filter(({ is_inside, last_seen_ms }) => is_inside && (last_seen_ms ?? 0) > now - EXPECTED_WITHIN_MS)
}

/** A person as their tracker is now. */
function personOf({ classes }: SiteStore, tracker: Tracker): RollCallPerson {
  const { device_id, name, class_index, remark } = tracker
  const known = classes.find(({ index }) => index === class_index)
  return {
    ...{
      device_id,
      name,
      class_index,
      class_name: known?.name ?? '',
      class_color: known?.color ?? null,
      zone_name: '',
    },
    ...placeOf(tracker),
    phone: phoneIn(remark.map(({ memo }) => memo)),
  }
}

function placeOf({ last_seen, qualified_location_info }: Tracker) {
  const { indoor_map_name, station_name, phone_name } = qualified_location_info?.reason_data ?? {}
  return {
    place: [indoor_map_name, station_name ?? phone_name].filter((part) => part !== undefined).join(' · '),
    is_inside: indoor_map_name !== undefined || station_name !== undefined,
    last_seen_ms: last_seen === null ? null : last_seen * 1000,
  }
}

/** The people with the places that the live site knows, which are newer than those the list was loaded with. */
export const withLivePlaces = ({ trackers }: SiteStore, people: readonly RollCallPerson[]): RollCallPerson[] =>
  people.map((person) => {
    const tracker = trackers.get(person.device_id)
    return tracker === undefined ? person : { ...person, ...placeOf(tracker) }
  })
