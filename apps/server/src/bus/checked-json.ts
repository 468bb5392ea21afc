/** Messages between servers as JSON (decision 0076). Decoding validates every message like any other input. */
import { z } from 'zod'

/** What arrived is not what servers of this version write. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage'
}

/** An id, which goes into queries: PostgreSQL takes no NUL and no half of a surrogate pair. */
export const idText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const encodeJson = (told: unknown): Uint8Array => Buffer.from(JSON.stringify(told))

/** Throws an `UnreadableMessage` where a payload does not fit. Fields that this version does not know are left out. */
export function decodeJson<Type>(schema: z.ZodType<Type>, payload: Uint8Array): Type {
  let told: unknown
  try {
    told = JSON.parse(utf8.decode(payload))
  } catch {
    // The parser's own error quotes the payload, which may be positions.
    throw new UnreadableMessage('It is no JSON.')
  }
  const parsed = schema.safeParse(told)
  // Where it is wrong, never the values: they are positions.
  if (!parsed.success) throw new UnreadableMessage(`It is wrong at ${parsed.error.issues[0]!.path.join('.')}.`)
  return parsed.data
}
