/** A page that sent somebody to sign in first, in this tab; it goes before the last page. */
import { inThisTab, stored } from './storage.ts'

export const storedReturnTo = stored<string>(inThisTab, 'returnTo', (value) =>
  // A path of our own only: '//elsewhere' would leave the site.
  typeof value === 'string' && /^\/(?!\/)/.test(value) ? value : undefined,
)
