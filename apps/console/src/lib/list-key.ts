/** Where the cache keeps a list that the server says of when it changed, and how it is found when it did. */
import type { ListName } from '@whereabouts/contract/lists'

/** A query's key begins with this. */
export const listKey = <Name extends ListName>(name: Name): readonly [Name] => [name]
