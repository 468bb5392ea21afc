/** Nothing to show, and why: a drawing in plan lines, a sentence, at most one action. Source: design language §9. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './list.module.css'

const DRAWINGS = {
  room: (
    <>
      <path d="M8 8h80v56H58M40 64H8V8" />
      <path d="M40 64a18 18 0 0 1 18-18" strokeDasharray="2 3" strokeWidth="1.3" />
      <circle cx="48" cy="30" r="9" stroke="var(--wb-off)" strokeDasharray="3 3" strokeWidth="2" />
    </>
  ),
  search: (
    <>
      <path d="M10 14h52M10 32h34M10 50h26" />
      <circle cx="66" cy="42" r="15" stroke="var(--wb-off)" />
      <path d="M77 53l11 11" stroke="var(--wb-off)" />
    </>
  ),
  map: (
    <>
      <path d="M8 16l26-8 28 8 26-8v48l-26 8-28-8-26 8z" />
      <path d="M34 8v48M62 16v48" stroke="var(--wb-plan-fixture)" />
    </>
  ),
  bell: (
    <>
      <path d="M14 58c6-6 6-12 6-20 0-10 6-18 16-18s16 8 16 18c0 8 0 14 6 20z" />
      <path d="M30 64c2 4 10 4 12 0" />
      <path d="M70 20h14L70 38h14" stroke="var(--wb-off)" strokeWidth="2" />
    </>
  ),
} as const

interface EmptyStateProps {
  readonly drawing: keyof typeof DRAWINGS
  readonly title: ReactNode
  readonly hint: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export const EmptyState = ({ drawing, title, hint, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <svg
      width="96"
      height="72"
      viewBox="0 0 96 72"
      fill="none"
      stroke="var(--wb-plan-wall)"
      strokeWidth="2.4"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {DRAWINGS[drawing]}
    </svg>
    <p className={styles.emptyTitle}>{title}</p>
    <p>{hint}</p>
    {action && <Button onClick={action.onPress}>{action.label}</Button>}
  </div>
)
