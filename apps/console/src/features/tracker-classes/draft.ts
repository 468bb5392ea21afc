/** Tracker classes while they are edited: which slots are used, what changed, what is wrong. Pure. Source: G50; specification §5. */
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { CLASS_SLOTS, MAX_CLASS_URLS } from '@whereabouts/domain/device-settings'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { toWebLink } from '../../lib/web-link.ts'

/** Ten colours that tell markers apart, also for people who see few colours. Source: design language §3, §13.12. */
export const CLASS_COLOURS = [
  '#2F6BB5',
  '#7A5BB5',
  '#1B7F84',
  '#A94A8C',
  '#8A5F37',
  '#6F7526',
  '#B8546F',
  '#2F4372',
  '#1F7AA3',
  '#5A626B',
] as const

/** What the page shows: slots in use, by index; one that was just added has no name yet. */
export const usedSlots = (classes: readonly TrackerClass[]): readonly TrackerClass[] =>
  classes.filter(({ name }) => name !== '').sort((one, other) => one.index - other.index)

/** The draft with one more class: the lowest free slot, the first colour nobody has. The same where no slot is free. */
export function withNewClass(draft: readonly TrackerClass[]): readonly TrackerClass[] {
  const taken = new Set(draft.map(({ index }) => index))
  const index = Array.from({ length: CLASS_SLOTS }, (_, slot) => slot).find((slot) => !taken.has(slot))
  if (index === undefined) return draft
  const colours = new Set(draft.map(({ color }) => color.toUpperCase()))
  const color = CLASS_COLOURS.find((colour) => !colours.has(colour)) ?? CLASS_COLOURS[index] ?? CLASS_COLOURS[0]
  return [...draft, { index, name: '', color, urls: [], is_staff: false }].sort((one, other) => one.index - other.index)
}

const nameOf = ({ name }: TrackerClass): string => name.normalize('NFC').trim()
const isBlank = ({ name, url }: TrackerClass['urls'][number]): boolean => name.trim() === '' && url.trim() === ''

/** What to send for a class: trimmed, links whole and without the empty ones. Undefined where a link cannot be sent. */
function toSend(draft: TrackerClass): TrackerClass | undefined {
  const urls: { name: string; url: string }[] = []
  for (const each of draft.urls.filter((link) => !isBlank(link))) {
    const [name, url] = [each.name.normalize('NFC').trim(), toWebLink(each.url)]
    if (name === '' || isTooLongForName(name) || !url) return undefined
    urls.push({ name, url })
  }
  if (urls.length > MAX_CLASS_URLS) return undefined
  return { ...draft, name: nameOf(draft), color: draft.color.toUpperCase(), urls }
}

export type NameFault = 'inUse' | 'missing' | 'long' | 'taken'

export interface ClassFaults {
  readonly name?: NameFault
  /** Numbers of the links that cannot be sent, from 0. */
  readonly links: readonly number[]
}

/** What is wrong with one class of the draft; undefined when nothing. `devices` are those that are in it now. */
export function faultsOf(slot: TrackerClass, draft: readonly TrackerClass[], devices: number): ClassFaults | undefined {
  const links = slot.urls.flatMap((link, at) => (toSend({ ...slot, urls: [link] }) === undefined ? [at] : []))
  const name = nameFault(slot, draft, devices)
  if (name === undefined && links.length === 0) return undefined
  return { ...(name && { name }), links }
}

function nameFault(slot: TrackerClass, draft: readonly TrackerClass[], devices: number): NameFault | undefined {
  const name = nameOf(slot)
  // A class in use cannot be emptied: the server says the same with 412001.
  if (name === '') return devices > 0 ? 'inUse' : 'missing'
  if (isTooLongForName(name)) return 'long'
  const isTaken = draft.some((other) => other.index !== slot.index && nameOf(other) === name)
  return isTaken ? 'taken' : undefined
}

/** The list to send; undefined while something is wrong. */
export function listToSend(
  draft: readonly TrackerClass[],
  devicesByClass: ReadonlyMap<number, number>,
): TrackerClass[] | undefined {
  if (draft.some((slot) => faultsOf(slot, draft, devicesByClass.get(slot.index) ?? 0))) return undefined
  return draft.flatMap((slot) => toSend(slot) ?? [])
}

/** How many classes differ from what is saved: changed, added or deleted. */
export function changedCount(draft: readonly TrackerClass[], saved: readonly TrackerClass[]): number {
  const asText = (classes: readonly TrackerClass[]) =>
    new Map(
      classes.map((slot) => [
        slot.index,
        JSON.stringify([slot.name, slot.color.toUpperCase(), slot.urls, slot.is_staff]),
      ]),
    )
  const [now, before] = [asText(draft), asText(saved)]
  return [...new Set([...now.keys(), ...before.keys()])].filter((index) => now.get(index) !== before.get(index)).length
}

/** Trackers by their class. One walk over the rows. */
export function countByClass(trackers: readonly { readonly class_index: number }[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { class_index } of trackers) counts.set(class_index, (counts.get(class_index) ?? 0) + 1)
  return counts
}
