/** Password hashing: Argon2id, 19 MiB, two passes, one lane; and the least length. Source: security rule 1. */
import { hash, verify } from '@node-rs/argon2'
import { MIN_PASSWORD_LENGTH, normalPassword, passwordLength } from '@whereabouts/domain/sessions'
import { refuse } from './refusal.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The PHC string to store. Of a password that a person chose, the contract has made the normal form. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

/**
 * The normal form first. Hashes from before there was one were made of what was typed then, which is what is typed now or one of the
 * two forms in which keyboards write it.
 */
const formsOf = (typed: string): ReadonlySet<string> =>
  new Set([normalPassword(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')])

let decoy: Promise<string> | undefined

/**
 * True when the password matches the stored hash. Without a stored hash it verifies against a decoy all the same, so that
 * an unknown e-mail takes as long as a wrong password (security rule 3).
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = stored || (await decoy)
  for (const form of formsOf(password)) {
    if (await verify(against, form)) return against === stored
  }
  return false
}

/** Refuses a password of less than 8 characters, as people count them, with 400106. */
export function checkLength(password: string): void {
  if (passwordLength(password) < MIN_PASSWORD_LENGTH) throw refuse('passwordTooShort')
}
