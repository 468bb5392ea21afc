/** The person's picture, or the first letters of the name. */
import type { Profile } from '@whereabouts/contract/auth'
import { Initials } from '../../ui/initials.tsx'
import { usePicture } from '../pictures/use-picture.ts'

/** Edge of the avatar in account info, in pixels. Source: specification §9. */
export const AVATAR_SIZE = 60

export function Avatar({ profile, size }: { profile: Profile | undefined; size: number }) {
  const picture = usePicture(profile?.headshot)
  if (picture === undefined) return <Initials name={profile?.fullname || profile?.email || ''} size={size} />
  const shape = { width: size, height: size, borderRadius: '50%', flex: 'none', objectFit: 'cover' } as const
  return <img src={picture} alt="" style={shape} />
}
