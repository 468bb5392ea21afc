/**
 * The site of an account as it was at a time. The first version of a station's place, a zone or a name holds for all time before it too; later
 * ones hold from their own time on. Source: decision 0086.
 */
import type { AccountDirectory, Earlier, KnownStation, KnownZone } from '../../state/account-directory.ts'
import type { Named } from './move-stay.ts'

export interface SiteThen {
  readonly stationsAt: (ms: number) => ReadonlyMap<string, KnownStation>
  readonly zonesAt: (ms: number) => readonly KnownZone[]
  /** Undefined: the account never had it. */
  readonly namedAt: (deviceId: string, ms: number) => Named | undefined
  readonly timeZone: string
}

const known = new WeakMap<AccountDirectory, SiteThen>()

export function siteThen(account: AccountDirectory): SiteThen {
  let site = known.get(account)
  if (site === undefined) {
    site = make(account)
    known.set(account, site)
  }
  return site
}

function make(account: AccountDirectory): SiteThen {
  const { stations, zones, trackers, earlier, timezone } = account
  const zonesById = new Map(zones.map((zone) => [zone.id, zone]))
  return {
    stationsAt: byVersion(withFirstPlaces(earlier.stations, stations), stations, (all) => all),
    zonesAt: byVersion(earlier.zones, zonesById, (all) => [...all.values()]),
    namedAt: (id, ms) => earlier.trackers.get(id)?.find(({ untilMs }) => untilMs > ms)?.value ?? trackers.get(id),
    timeZone: timezone,
  }
}

/** A station that nobody had placed yet, or not on a plan, stood where it was placed first. */
function withFirstPlaces(
  earlier: ReadonlyMap<string, readonly Earlier<KnownStation>[]>,
  present: ReadonlyMap<string, KnownStation>,
): ReadonlyMap<string, readonly Earlier<KnownStation>[]> {
  const filled = [...earlier].map(([id, versions]) => {
    const now = present.get(id)
    const all = [...versions.map(({ value }) => value), ...(now === undefined ? [] : [now])]
    const onMap = all.findIndex(({ map_id }) => map_id !== null)
    const first = onMap >= 0 ? onMap : all.findIndex(({ gps_latitude }) => gps_latitude !== null)
    const withPlace = ({ untilMs, value }: Earlier<KnownStation>, index: number) =>
      index < first ? { untilMs, value: { ...all[first]!, t4_name: value.t4_name } } : { untilMs, value }
    return [id, versions.map(withPlace)] as const
  })
  return new Map(filled)
}

/** What `toView` makes of all things as they were at a time; it is worked out once between two changes. */
function byVersion<Value, View>(
  earlier: ReadonlyMap<string, readonly Earlier<Value>[]>,
  present: ReadonlyMap<string, Value>,
  toView: (all: ReadonlyMap<string, Value>) => View,
): (ms: number) => View {
  const now = toView(present)
  const changesMs = [...new Set([...earlier.values()].flat().map(({ untilMs }) => untilMs))].sort((a, b) => a - b)
  if (changesMs.length === 0) return () => now
  const views = new Map<number, View>()
  const last = changesMs.at(-1)!
  return (ms) => {
    if (ms >= last) return now
    const next = changesMs.find((changeMs) => changeMs > ms)!
    let view = views.get(next)
    if (view === undefined) {
      const then = new Map(present)
      for (const [id, versions] of earlier) {
        const version = versions.find(({ untilMs }) => untilMs >= next)
        if (version !== undefined) then.set(id, version.value)
      }
      view = toView(then)
      views.set(next, view)
    }
    return view
  }
}
