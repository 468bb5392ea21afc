/** The address typed on one of the pages before sign-in, offered on the next: what was typed is kept. */
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/use-store.ts'
import { storedEmail } from './sign-in.ts'

const draft = createStore<string | undefined>(undefined)

/** The address and how to change it. Begins with the one this browser remembers. */
export function useEmailDraft(): readonly [email: string, setEmail: (email: string) => void] {
  return [useStore(draft) ?? storedEmail.read() ?? '', draft.set]
}

/** After sign-in the next person finds what this browser remembers, and nothing else. */
export const forgetEmailDraft = (): void => draft.set(undefined)
