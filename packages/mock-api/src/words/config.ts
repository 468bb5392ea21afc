/** What everybody may know of the server. */
import type { config } from '@whereabouts/contract/config'
import type { Handlers, World } from '../world.ts'

export const configWords = ({ state }: World): Handlers<typeof config> => ({ get: () => ({ ...state.config }) })
