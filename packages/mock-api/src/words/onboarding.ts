/** What bringing a device in asks. The answer to a device's challenge needs keys of ours, so there is none here. */
import type { onboarding } from '@whereabouts/contract/onboarding'
import type { Handlers, World } from '../world.ts'

export const onboardingWords = ({ state }: World): Handlers<typeof onboarding> => ({
  listFirmwares: () => ({
    firmwares: state.firmwares.map((firmware) => ({ ...firmware, size: 262_144, hash: 'f'.repeat(64) })),
  }),
})
