/** Turns unique violations into refusals, by the name of their constraint. */
import type { ErrorName } from '@whereabouts/contract/errors'
import { refuse } from '../refusal.ts'

/** Catches what the database says of a taken value: `.catch(takenAs('trackers_name_key', 'nameTaken'))`. */
export const takenAs =
  (constraint: string, errorName: ErrorName) =>
  (error: unknown): never => {
    if ((error as { constraint?: unknown }).constraint === constraint) throw refuse(errorName)
    throw error
  }
