/** Links an account gives. They are opened from other people's browsers, so http and https alone. Source: G68. */

export const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link) && URL.canParse(link)

/** What to store for what was typed: '' for none, https where no scheme was given; undefined for what is no web link. */
export function toWebLink(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  // `host:8080` has a port; `javascript:` and `mailto:` are schemes.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const link = hasScheme ? text : `https://${text.replace(/^\/+/, '')}`
  return isWebLink(link) && !/\s/.test(link) ? link : undefined
}
