/**
 * Secrets that people arrive with in the address: tokens of mails, codes of links, the answer of a sign-in service. They
 * are taken out of it before anything else reads it, and kept in the memory of this page only.
 * Source: G12, G24, G26, G33; security rule 9.
 */

/** By path without its final slash, parameters of the query that are secret; `all` of them where a service made it. */
const SECRET_QUERY: Readonly<Record<string, readonly string[] | 'all'>> = {
  '': ['access_code'],
  '/line-group': ['code'],
  '/signin-return': 'all',
}
const SECRET_FRAGMENT = ['token', 'access_code']

interface Parted {
  /** The secrets by name. */
  readonly taken: URLSearchParams
  /** Path, query and fragment without them. */
  readonly left: string
}

/** Parts the secrets from an address. */
export function partAddress(address: string): Parted {
  const url = new URL(address)
  const secrets = SECRET_QUERY[url.pathname.replace(/\/$/, '')] ?? []
  const taken = new URLSearchParams()
  for (const [name, value] of [...url.searchParams]) {
    if (secrets !== 'all' && !secrets.includes(name)) continue
    taken.set(name, value)
    url.searchParams.delete(name)
  }
  const fragment = new URLSearchParams(url.hash.slice(1))
  if (secrets === 'all' || SECRET_FRAGMENT.some((name) => fragment.has(name))) {
    for (const [name, value] of fragment) taken.set(name, value)
    url.hash = ''
  }
  return { taken, left: `${url.pathname}${url.search}${url.hash}` }
}

function takeArrival(): URLSearchParams {
  // Tests of what imports this have no window.
  if (typeof window === 'undefined') return new URLSearchParams()
  const { taken, left } = partAddress(window.location.href)
  if (taken.size > 0) window.history.replaceState(window.history.state, '', left)
  // A link opened in a tab that shows the console already changes the fragment only; such a page is reloaded.
  window.addEventListener('hashchange', () => {
    if (partAddress(window.location.href).taken.size > 0) window.location.reload()
  })
  return taken
}

/** What this page was opened with. Code that uses a value deletes it here. */
export const arrival = takeArrival()
