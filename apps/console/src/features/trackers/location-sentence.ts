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
  const [room, other] = roomsOf(tracker)
  if (room === undefined || locationText(tracker).kind !== 'connectedWith') return locationSentence(t, tracker)
  if (other === undefined) return t(isStale(tracker) ? 'trackers.wasAt' : 'trackers.at', { place: room })
  return t(isStale(tracker) ? 'trackers.wasInEither' : 'trackers.inEither', { room, other: restOf(other, room) })
}

/** The room it is told to be in, or two while neither is likely enough; else the station that heard it. Source: decision 0061. */
function roomsOf(tracker: Tracker): readonly string[] {
  const { rooms, station_name, phone_name } = tracker.qualified_location_info?.reason_data ?? {}
  if (phone_name !== undefined) return []
  return rooms ?? (station_name === undefined || station_name === '' ? [] : [station_name])
}

/** The rooms alone; undefined where none is known. */
function nowIn(t: Translate, tracker: Tracker): string | undefined {
  const [room, other] = roomsOf(tracker)
  return room === undefined || other === undefined ? room : t('trackers.either', { room, other: restOf(other, room) })
}

/** A room without the words that it shares with the one told before: `2F East dining hall` or `corridor 3`. */
function restOf(room: string, before: string): string {
  const [words, others] = [room.split(' '), before.split(' ')]
  let same = 0
  while (same < words.length - 1 && words[same] === others[same]) same++
  // A number alone names nothing.
  while (same > 0 && !/\p{L}/u.test(words.slice(same).join(' '))) same--
  return words.slice(same).join(' ')
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
  const [room] = roomsOf(tracker)
  if (place === undefined || room === undefined) return place
  const rest = withoutOverlap(place, room)
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
  const isNow = known.kind === 'connectedWith' && !isStale(tracker)
  const text = isNow ? (nowIn(t, tracker) ?? senderName(t, known)) : whereSentence(t, tracker)
  const place = placeBeside(tracker)
  return place === undefined ? text : t('trackers.withPlace', { text, place })
}
