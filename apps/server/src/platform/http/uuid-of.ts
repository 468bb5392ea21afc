/** Ids of rows as they stand in addresses. */
import { refuse } from '../refusal.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id in lower case, as PostgreSQL writes it. Refuses with 404102 a text that can be no id. */
export function uuidOf(text: string): string {
  const id = text.toLowerCase()
  if (!UUID.test(id)) throw refuse('resourceNotFound')
  return id
}
