/** Rules of what people type. Source: G06, security rule 20. */
import { MAX_PASSWORD_LENGTH } from '@whereabouts/domain/sessions'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { z } from 'zod'

/**
 * Characters that disguise names: control and tag characters, those that turn the direction of text, and those that take no room.
 * Joiners stand where scripts and emoji need them, and variation selectors behind what they vary.
 */
const UNSEEN = new RegExp(
  [
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Co}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e]`,
    String.raw`[\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffc\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}])[\u200c\u200d]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Component}\p{Script=Han}])[\ufe00-\ufe0f]`,
    String.raw`(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'u',
)

/** Half a surrogate pair is not a character, and the database cannot store it. */
export const isWhole = (text: string): boolean => text.isWellFormed()

/** One line of at most 50 characters, or empty: trimmed, in composed form. */
export const lineText = z
  .string()
  .max(200)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => !isTooLongForName(text) && !UNSEEN.test(text) && isWhole(text))

/** A name: the same, with at least one character. */
export const nameText = lineText.refine((text) => text !== '')

/** A password to check or to set: at most 128 characters as people count them, exactly as typed (security rule 1). */
export const passwordText = z
  .string()
  .max(2 * MAX_PASSWORD_LENGTH)
  .refine((text) => [...text].length <= MAX_PASSWORD_LENGTH)

/** A note: up to 500 characters; lines may break. */
export const noteText = z
  .string()
  .max(2000)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => [...text].length <= 500 && !UNSEEN.test(text.replace(/[\n\r\t]/g, ' ')) && isWhole(text))

/** 16 MB, as data URLs write four characters for three bytes (G08). */
const MAX_DATA_URL = 16 * 1024 * 1024
/** A PNG or JPEG as a data URL. Its bytes decide its type. */
export const pictureDataUrl = z
  .string()
  .max(MAX_DATA_URL)
  .regex(/^data:image\/(png|jpeg);base64,/)

/** An address that names a user or password looks like one of another host. */
const namesNobody = (text: string): boolean => {
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** An address to open; http and https only, as other people's browsers open it. */
export const linkText = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text) && namesNobody(text) && isWhole(text))

/** WGS 84 degrees. */
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

/** Ids of devices in paths and bodies. Source: security rule 20. */
export const deviceId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}]*$/u)

/** Twelve hex digits with colons, in capitals. */
export const macAddress = z
  .string()
  .max(17)
  .transform((text) => text.toUpperCase())
  .refine((text) => /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(text))

/** The token in the fragment of a mail's link. */
export const mailToken = z.string().min(1).max(200)

/** Times in a query: whole epoch seconds, and milliseconds. */
const wholeNumber = (pattern: RegExp) => z.string().regex(pattern).transform(Number)
export const epochSeconds = wholeNumber(/^\d{1,10}$/)
export const epochMs = wholeNumber(/^\d{1,13}$/)
