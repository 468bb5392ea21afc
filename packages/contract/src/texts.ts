/** Rules of what people type. Source: G06, security rule 20. */
import { isCleanText, tidyName } from '@whereabouts/domain/clean-text'
import {
  MAX_PASSWORD_LENGTH,
  MAX_TYPED_PASSWORD_LENGTH,
  normalPassword,
  passwordLength,
} from '@whereabouts/domain/sessions'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { isWebLink } from '@whereabouts/domain/web-links'
import { z } from 'zod'

/** Half a surrogate pair is not a character, and the database cannot store it. */
export const isWhole = (text: string): boolean => text.isWellFormed()

/** One line of at most 50 characters, or empty: trimmed, in composed form. */
export const lineText = z
  .string()
  .max(200)
  .transform(tidyName)
  .refine((text) => !isTooLongForName(text) && isCleanText(text))

/** A name: the same, with at least one character. */
export const nameText = lineText.refine((text) => text !== '')

/** A password to check, as it was typed. */
export const passwordText = z.string().max(MAX_TYPED_PASSWORD_LENGTH)

/** A password to set, in its normal form: at most 128 characters (security rule 1). */
export const newPasswordText = passwordText
  .transform(normalPassword)
  .refine((text) => passwordLength(text) <= MAX_PASSWORD_LENGTH)

/** A note: up to 500 characters; lines may break. */
export const noteText = z
  .string()
  .max(2000)
  .transform(tidyName)
  .refine((text) => [...text].length <= 500 && isCleanText(text.replace(/[\n\r\t]/g, ' ')))

/** 16 MB, as data URLs write four characters for three bytes (G08). */
const MAX_DATA_URL = 16 * 1024 * 1024
/** A PNG or JPEG as a data URL. Its bytes decide its type. */
export const pictureDataUrl = z
  .string()
  .max(MAX_DATA_URL)
  .regex(/^data:image\/(png|jpeg);base64,/)

/** An address to open; http and https only, as other people's browsers open it. */
export const linkText = z.string().trim().max(2000).refine(isWebLink)

/** WGS 84 degrees. */
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

/** Ids of devices in paths and bodies. Source: security rule 20. */
export const deviceId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}]*$/u)

/** The id of a device that is added: it shows all that it has, as two that look the same would be taken for each other. */
export const newDeviceId = deviceId.refine(isCleanText)

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
