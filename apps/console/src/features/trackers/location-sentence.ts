/** Where a device is, in one sentence. Source: specification §4 Tracker location text; G39. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { type LocationText, locationText } from '@whereabouts/domain/trackers'
import type { Translate } from '../../lib/i18n.ts'
import { isStale } from '../live/status.ts'

/** The location text alone: online, offline, nearby, connected with its sender, or nothing known yet. */
export function locationSentence(t: Translate, tracker: Tracker): string {
  const text = locationText(tracker)
  const was = isStale(tracker)
  switch (text.kind) {
    case 'none':
      return t('trackers.locationNone')
    case 'online':
      return t('trackers.locationOnline')
    case 'offline':
      return t('trackers.locationOffline')
    case 'nearby':
      return t(was ? 'trackers.locationWasNearby' : 'trackers.locationNearby', { name: senderName(t, text) })
    case 'connectedWith':
      return t(was ? 'trackers.locationWasConnected' : 'trackers.locationConnected', { name: senderName(t, text) })
  }
}

/** Who heard it, in the words of the wire, with its term; undefined where nobody else did. */
export function senderText(t: Translate, tracker: Tracker): readonly [term: string, text: string] | undefined {
  const { kind } = locationText(tracker)
  return kind === 'nearby' || kind === 'connectedWith'
    ? [t('trackers.sender'), locationSentence(t, tracker)]
    : undefined
}

/** Whose phone heard a shared device is not told to those it is shared with (decision 0017). */
const senderName = (t: Translate, { senderName }: Extract<LocationText, { senderName: string }>): string =>
  senderName === '' ? t('trackers.phoneElsewhere') : senderName

/**
 * Where it is, as people tell each other: at the place a station is named after. A phone that heard it is no place, so there it is the
 * location text.
 */
export function whereSentence(t: Translate, tracker: Tracker): string {
  const { station_name, phone_name } = tracker.qualified_location_info?.reason_data ?? {}
  const isAtStation = station_name !== undefined && station_name !== '' && phone_name === undefined
  if (!isAtStation || locationText(tracker).kind !== 'connectedWith') return locationSentence(t, tracker)
  return t(isStale(tracker) ? 'trackers.wasAt' : 'trackers.at', { place: station_name })
}

/** The place a person can name: the floor plan, else the address; undefined where neither is known. */
export const placeName = (tracker: Tracker): string | undefined => {
  const data = tracker.qualified_location_info?.reason_data
  return data?.indoor_map_name ?? data?.gps_address
}

/**
 * What to say beside the sentence: where stations are named after their floor, only what the station's name leaves out of the place, so
 * that nothing is told twice. `2F East dining hall` on `Hinoki Garden 2F East` is in `Hinoki Garden`. Undefined: nothing more.
 */
export function placeBeside(tracker: Tracker): string | undefined {
  const place = placeName(tracker)
  const { station_name, phone_name } = tracker.qualified_location_info?.reason_data ?? {}
  if (place === undefined || station_name === undefined || phone_name !== undefined) return place
  const rest = withoutOverlap(place, station_name)
  return rest === '' ? undefined : rest
}

/** The first text without the end with which the other begins. In scripts with spaces whole words count. */
function withoutOverlap(text: string, next: string): string {
  const isBoundary = (at: number) => !/\w/.test(text[at - 1] ?? ' ') || !/\w/.test(text[at] ?? ' ')
  for (let at = 0; at < text.length - 1; at++) {
    const end = text.slice(at)
    if (isBoundary(at) && next.startsWith(end) && !/^\w/.test(next.slice(end.length))) return text.slice(0, at).trim()
  }
  return text
}

/**
 * Sentence and place in one line. A list says already who is connected, so there the sender's name alone is the text;
 * what is only remembered keeps its whole sentence.
 */
export function locationLine(t: Translate, tracker: Tracker): string {
  const known = locationText(tracker)
  const text = known.kind === 'connectedWith' && !isStale(tracker) ? senderName(t, known) : whereSentence(t, tracker)
  const place = placeBeside(tracker)
  return place === undefined ? text : t('trackers.withPlace', { text, place })
}
