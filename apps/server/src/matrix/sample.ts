/** What a request of the matrices consists of, and values that several of them take. */
import { randomBytes } from 'node:crypto'

export interface Sample {
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Bodies with the fields that the first leaves out. */
  readonly otherBodies?: readonly unknown[]
}

export const thisHour = () => Math.floor(Date.now() / 3_600_000) * 3600
export const unique = () => randomBytes(6).toString('hex')
export const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const token = 'a token nobody was sent'
export const protectedName = `enc:1:${'A'.repeat(40)}`
