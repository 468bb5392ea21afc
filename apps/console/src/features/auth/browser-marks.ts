/** By what the server gave it at a sign-in this browser is known again, so that strangers who guess keep its people not out. */
import { inThisBrowser, stored } from '../../lib/storage.ts'

/** Several people may share a browser; the server takes as many. */
const MOST = 8

const storedMarks = stored<readonly string[]>(inThisBrowser, 'browserMarks', (value) =>
  Array.isArray(value) && value.every((mark) => typeof mark === 'string') ? value.slice(0, MOST) : undefined,
)

/** As a sign-in brings them. They tell nothing of who signed in, and a reset keeps them. */
export function ownBrowserMarks(): { browser_marks?: string[] } {
  const marks = storedMarks.read() ?? []
  return marks.length === 0 ? {} : { browser_marks: [...marks] }
}

/** Keeps a new one, the newest first. */
export function keepBrowserMark(mark: string | undefined): void {
  if (mark !== undefined) storedMarks.write([mark, ...(storedMarks.read() ?? [])].slice(0, MOST))
}
