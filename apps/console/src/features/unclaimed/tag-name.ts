import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'

/** What a person tells it from others by: what is printed on it, else what it says of itself. */
export const nameOfTag = (tag: UnclaimedTag): string => `${tag.name || tag.make} ${tag.radio_identity}`.trim()
