/** A call whose work is still to be written: 501001. */
import { refuse } from './refusal.ts'

export const notYet = async (): Promise<never> => {
  throw refuse('notImplemented')
}
