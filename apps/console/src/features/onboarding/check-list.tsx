/** Checks that tick off in place. Source: design language §9. */
import { IconCheck, IconX } from '@tabler/icons-react'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './onboarding.module.css'

export interface Check {
  readonly words: string
  readonly state: 'todo' | 'busy' | 'done' | 'failed'
  readonly aside?: string | undefined
}

/** What is under way is read out as it changes; counting seconds are not. */
export const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <>
    <ul className={styles.checks}>
      {checks.map(({ words, state, aside }) => (
        <li key={words} data-state={state}>
          <span className={styles.mark}>
            <CheckMark state={state} />
          </span>
          <span>{words}</span>
          {aside && <span aria-hidden={state === 'busy' || undefined}>{aside}</span>}
        </li>
      ))}
    </ul>
    <p className="wb-visually-hidden" role="status">
      {checks.find(({ state }) => state === 'busy')?.words}
    </p>
  </>
)

function CheckMark({ state }: Pick<Check, 'state'>) {
  if (state === 'done') return <Glyph isBold icon={IconCheck} size={18} />
  if (state === 'failed') return <Glyph isBold icon={IconX} size={18} />
  return <span className={state === 'busy' ? styles.spinner : styles.todo} />
}
