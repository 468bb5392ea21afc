/** Links that people give. They are opened from other people's browsers, or called by the server. Source: G06, G68. */
import { isCleanText } from './clean-text.ts'

/**
 * Host first, then what follows it. An @ before it would make another host of what it looks like; a backslash is a slash to some
 * readers of addresses and a character to others; and whitespace is left out by some.
 */
const WEB_LINK = /^https?:\/\/[^\s/\\?#@]+(?:[/?#][^\s\\]*)?$/i

/** True for an http or https address whose host is the one that everybody reads in it. */
export const isWebLink = (text: string): boolean => WEB_LINK.test(text) && isCleanText(text) && URL.canParse(text)
