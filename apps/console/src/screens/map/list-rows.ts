/** The lines of a virtual list: group headers between rows, found by number without building them all. Pure. */
import type { Listing } from '../../features/live/listing.ts'

export type Line =
  | { readonly type: 'header'; readonly key: string; readonly count: number }
  | { readonly type: 'row'; readonly position: number }

const hasHeader = (listing: Listing): boolean => listing.groups.some(({ key }) => key !== '')

/** How many lines there are. */
export const lineCount = (listing: Listing): number =>
  listing.slots.length + (hasHeader(listing) ? listing.groups.length : 0)

/** The line with this number. */
export function lineAt(listing: Listing, number: number): Line {
  if (!hasHeader(listing)) return { type: 'row', position: number }
  let headers = 0
  for (const { key, start, count } of listing.groups) {
    const headerAt = start + headers
    if (number === headerAt) return { type: 'header', key, count }
    headers++
    if (number < start + count + headers) return { type: 'row', position: number - headers }
  }
  return { type: 'row', position: number - headers }
}

/** The number of the line of a row, given its position among the rows. */
export function lineOfRow(listing: Listing, position: number): number {
  if (!hasHeader(listing)) return position
  return position + listing.groups.filter(({ start }) => start <= position).length
}

/** The group a line belongs to, for the header that stays in sight. */
export function groupOfLine(listing: Listing, number: number): Listing['groups'][number] | undefined {
  if (!hasHeader(listing)) return undefined
  return listing.groups.findLast(({ start }, at) => start + at <= number)
}
