/** Password hashing: Argon2id, 19 MiB, two passes, one lane. Source: security rule 1. */
import { hash, verify } from '@node-rs/argon2'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The PHC string to store. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

let decoy: Promise<string> | undefined

/**
 * True when the password matches the stored hash. Without a stored hash it verifies against a decoy all the same, so that
 * an unknown e-mail takes as long as a wrong password (security rule 3).
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hashPassword('no account has this password')
  await verify(await decoy, password)
  return false
}
