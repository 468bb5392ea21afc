/** The person's picture, or the first letters of the name. */
import type { Profile } from '@whereabouts/contract/auth'
import { usePicture } from '../pictures/use-picture.ts'
import styles from './account-popover.module.css'
import { initialsOf } from './initials.ts'

/** Edge of the avatar in account info, in pixels. Source: specification §9. */
export const AVATAR_SIZE = 60

export function Avatar({ profile, size }: { profile: Profile | undefined; size: number }) {
  const picture = usePicture(profile?.headshot)
  const shape = { width: size, height: size, borderRadius: '50%', flex: 'none' } as const
  if (picture) return <img src={picture} alt="" style={{ ...shape, objectFit: 'cover' }} />
  // The letters are drawn by the style sheet: a picture, not words to be read out or spoken to.
  return (
    <span
      className={styles.letters}
      style={{ ...shape, fontSize: Math.max(12, Math.round(size * 0.35)) }}
      data-letters={initialsOf(profile?.fullname || profile?.email || '')}
    />
  )
}
