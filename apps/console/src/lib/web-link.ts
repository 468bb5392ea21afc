/** A link as people type it. Source: G68. */
import { isWebLink } from '@whereabouts/domain/web-links'

/** What to store for what was typed: '' for none, https where no scheme was given; undefined for what is no web link. */
export function toWebLink(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  // `host:8080` has a port; `javascript:` and `mailto:` are schemes.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const link = hasScheme ? text : `https://${text.replace(/^\/+/, '')}`
  return isWebLink(link) ? link : undefined
}
