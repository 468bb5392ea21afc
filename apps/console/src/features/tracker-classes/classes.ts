/** The account's classes and their colours. */
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { isWebLink } from '@whereabouts/domain/web-links'
import { useSyncExternalStore } from 'react'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { useSite } from '../live/site-view.ts'

export function useClasses(): readonly TrackerClass[] {
  const { store } = useSite()
  return useSyncExternalStore(store.subscribe, () => store.classes)
}

/** The class in a slot; undefined for none and for a slot without a name. */
export const classAt = (classes: readonly TrackerClass[], index: number): TrackerClass | undefined =>
  classes.find((each) => each.index === index && each.name !== '')

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The colour of a slot, `#RRGGBB`. */
export function colourOfClass(classes: readonly TrackerClass[], index: number): string {
  const colour = classAt(classes, index)?.color ?? ''
  return isColour(colour) ? colour : NO_CLASS_COLOUR
}

/** Colours by slot, as the map takes them. */
export const coloursBySlot = (classes: readonly TrackerClass[]): string[] =>
  Array.from({ length: 10 }, (_, index) => colourOfClass(classes, index))

/** Where a link leads, whatever it is called; in punycode, so that no letter of another script passes for a Latin one. */
export const hostOf = (url: string): string => new URL(url).host

/** A class's links may be opened only as web addresses. */
export const safeLinks = (given: TrackerClass | undefined): TrackerClass['urls'] =>
  (given?.urls ?? []).filter(({ url }) => isWebLink(url))
