/** The attendance switch of the integrator's own account. Source: G11, G35. */
import { useMutation } from '@tanstack/react-query'
import type { Profile } from '@whereabouts/contract/auth'
import { api } from '../../lib/signed-in-api.ts'
import { noteProfile } from '../auth/queries.ts'
import { storedFeatures } from '../auth/session-store.ts'
import { groupsWith } from './queries.ts'

const putGroups = (groups: string[]) => {
  storedFeatures.write(groups)
  noteProfile({ groups })
}

/** The own menu follows at once, and goes back when it fails. */
export const useSwitchOwnAttendance = () =>
  useMutation({
    mutationFn: ({ profile, isOn }: { profile: Profile; isOn: boolean }) =>
      api.integrators.setGroups({ body: { user: { groups: groupsWith(profile, isOn) } } }),
    onMutate: ({ profile, isOn }) => putGroups(groupsWith(profile, isOn)),
    onError: (_error, { profile }) => putGroups(profile.groups),
  })
