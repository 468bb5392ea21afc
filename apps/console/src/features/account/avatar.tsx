/** The person's picture, or the first letters of the name. */
import type { Profile } from '@whereabouts/contract/auth'
import { initialsOf } from './initials.ts'

/** Edge of the avatar in account info, in pixels. Source: specification §9. */
export const AVATAR_SIZE = 60

export function Avatar({ profile, size }: { profile: Profile | undefined; size: number }) {
  const shape = { width: size, height: size, borderRadius: '50%', flex: 'none' } as const
  if (profile?.headshot) return <img src={profile.headshot} alt="" style={{ ...shape, objectFit: 'cover' }} />
  return (
    <span
      aria-hidden="true"
      style={{
        ...shape,
        display: 'grid',
        placeItems: 'center',
        background: '#3A5A62',
        color: '#fff',
        fontSize: size >= AVATAR_SIZE ? 21 : 12,
        fontWeight: 600,
      }}
    >
      {initialsOf(profile?.fullname || profile?.email || '')}
    </span>
  )
}
