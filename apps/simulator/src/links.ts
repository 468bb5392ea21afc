/** Which station each of our own trackers keeps its Bluetooth connection to. */
import type { Tag } from './tags.ts'

interface Link {
  readonly station: string
  readonly rssiDbm: number
  /** Epoch milliseconds. */
  readonly heardAtMs: number
}

/** A tracker moves to another station only for a clearly better one (dB). */
const HANDOVER_MARGIN_DB = 6
/** Bluetooth's supervision timeout, with the adverts a station may miss (ms). */
const LOST_AFTER_MS = 20_000

export interface Links {
  /** The station heard the tag: true when it holds the connection now, undefined when it knows of none. */
  heard(tag: Tag, station: string, rssiDbm: number, atMs: number): true | undefined
  /** Connections of the station that have just gone, each told once. */
  takeLost(station: string, atMs: number): { tag: Tag; rssiDbm: number }[]
}

export function createLinks(): Links {
  const links = new Map<Tag, Link>()
  return {
    heard(tag, station, rssiDbm, atMs) {
      if (!tag.connects) return undefined
      const link = links.get(tag)
      const isBetter =
        link === undefined ||
        link.station === station ||
        atMs - link.heardAtMs > LOST_AFTER_MS ||
        rssiDbm > link.rssiDbm + HANDOVER_MARGIN_DB
      if (isBetter) links.set(tag, { station, rssiDbm, heardAtMs: atMs })
      return isBetter ? true : undefined
    },
    takeLost(station, atMs) {
      const lost = [...links].filter(([, link]) => link.station === station && atMs - link.heardAtMs > LOST_AFTER_MS)
      for (const [tag] of lost) links.delete(tag)
      return lost.map(([tag, { rssiDbm }]) => ({ tag, rssiDbm }))
    },
  }
}
