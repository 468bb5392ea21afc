/** Rules of what people type. Source: decision G06, security rule 20. */
import { MAX_PASSWORD_LENGTH } from '@whereabouts/domain/sessions'
import { z } from 'zod'

/** Control characters and those that turn the direction of text: they hide what a name says. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A name: 1 to 50 characters, trimmed, in composed form. */
export const nameText = z
  .string()
  .max(200)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => text.length >= 1 && [...text].length <= 50 && !UNSEEN.test(text))

/** A password that is proved or chosen: at most 128 characters as people count them, exactly as typed (security rule 1). */
export const passwordText = z
  .string()
  .max(2 * MAX_PASSWORD_LENGTH)
  .refine((text) => [...text].length <= MAX_PASSWORD_LENGTH)

/** A note: up to 500 characters; lines may break. */
export const noteText = z
  .string()
  .max(2000)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => [...text].length <= 500 && !UNSEEN.test(text.replace(/[\n\r\t]/g, ' ')))
