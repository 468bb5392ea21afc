/** A password as the server keeps it, for people whom a test puts into the database. */
import { hashPassword } from '../../apps/server/src/platform/passwords.ts'

export const storedPassword = (password: string): Promise<string> => hashPassword(password)
