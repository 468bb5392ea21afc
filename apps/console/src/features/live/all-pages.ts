/** Walks the pages of a list until no token is left. Source: G03. */
import { MAX_DEVICE_COUNT } from '@whereabouts/domain/paging'

export interface PageQuery {
  readonly count: string
  readonly page_token?: string
}

interface Page {
  readonly metadata?: { readonly next_token?: string | undefined } | undefined
}

/** The first rows are there at once, however long the list is; all others come in few pages. */
const FIRST_COUNT = 200

/** Each page's items, the next page asked for while this one is worked on. */
export async function* allPages<P extends Page, Item>(
  ask: (query: PageQuery) => Promise<P>,
  itemsOf: (page: P) => Item[],
): AsyncGenerator<Item[], void> {
  const count = String(MAX_DEVICE_COUNT)
  let next: Promise<P> | undefined = ask({ count: String(FIRST_COUNT) })
  while (next) {
    const page: P = await next
    const token = page.metadata?.next_token
    next = token === undefined ? undefined : ask({ count, page_token: token })
    // A rejection is thrown where it is awaited; until then it is ours.
    next?.catch(() => undefined)
    yield itemsOf(page)
  }
}
