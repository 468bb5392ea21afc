/** A term and its value in a list of details; nothing where nothing is known. */
import styles from './detail.module.css'

interface PairProps {
  readonly term: string
  readonly value: string
  /** Ids and addresses, which are compared letter by letter. */
  readonly isMono?: boolean
}

export const Pair = ({ term, value, isMono = false }: PairProps) =>
  value === '' ? null : (
    <>
      <dt>{term}</dt>
      <dd className={isMono ? styles.mono : 'wb-num'}>{value}</dd>
    </>
  )
