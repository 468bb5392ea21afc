/** The first letters of a name on a disc. A picture: the name itself stands beside it. */
import { initialsOf } from '../lib/initials.ts'
import styles from './initials.module.css'

/** `size` in pixels. */
export const Initials = ({ name, size }: { name: string; size: number }) => (
  // The letters are drawn by the style sheet: a picture, not words to be read out or spoken to.
  <span
    className={styles.letters}
    style={{ width: size, height: size, fontSize: Math.max(12, Math.round(size * 0.35)) }}
    data-letters={initialsOf(name)}
  />
)
