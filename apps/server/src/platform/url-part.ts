/** Parts of addresses in settings. Pure. */

/** A password with a bare percent sign is a URL, but nobody can tell what it is. */
export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
