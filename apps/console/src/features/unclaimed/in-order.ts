/** Rows of the inbox, in an order that keeps them where they are. */
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'

/**
 * Newest tag first. The server pages by who was heard last, which changes with every breath: rows would run away from under
 * the pointer, and one that was heard between two pages stands on both.
 */
export const inOrder = (tags: readonly UnclaimedTag[]): readonly UnclaimedTag[] =>
  [...new Map(tags.map((tag) => [tag.id, tag])).values()].sort(
    (one, other) => other.first_seen - one.first_seen || (one.id < other.id ? -1 : 1),
  )
