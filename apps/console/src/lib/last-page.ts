/** The page to come back to after sign-in: path and query, never the sign-in page. Source: specification §2; G21. */
import { inThisBrowser, stored } from './storage.ts'

export const storedLastPage = stored<string>(inThisBrowser, 'lastPage', (value) =>
  // A path of our own only: '//elsewhere' would leave the site.
  typeof value === 'string' && /^\/(?!\/)/.test(value) && value !== '/' ? value : undefined,
)
