/**
 * The frame of the wizard: the steps at the left, what the step asks at the right; on phones the steps on top, over the
 * whole screen. Source: design language §9, §13.5.
 */
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { dialogs } from '../../locales/dialogs.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './wizard-frame.module.css'

addTexts(dialogs)

interface WizardFrameProps {
  readonly title: string
  readonly steps: readonly MessageId[]
  /** Index of the step that stands open. */
  readonly current: number
  readonly state: 'open' | 'failed' | 'done'
  /** Below the steps, while there is something to heed. */
  readonly note: string | undefined
  /** The device, once there is one. */
  readonly heading: ReactNode
  readonly children: ReactNode
  readonly actions: ReactNode
  readonly onSubmit: () => void
  /** Esc and the cross. The parent then stops showing it, or asks first. */
  readonly onClose: () => void
}

export function WizardFrame({ title, steps, current, state, note, onSubmit, onClose, ...parts }: WizardFrameProps) {
  const t = useT()
  const titleId = useId()

  return (
    <Modal className={styles.wizard} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.rail}>
        <h2 id={titleId}>{title}</h2>
        <ol>
          {steps.map((step, index) => (
            <RailStep key={step} step={step} number={index + 1} state={stateOf(index, current, state)} />
          ))}
        </ol>
        <p className={styles.position}>{t('onboarding.stepOf', { number: current + 1, count: steps.length })}</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <form
        className={styles.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <header className={styles.head}>
          <div className={styles.device}>{parts.heading}</div>
          <IconButton label={t('dialog.close')} onClick={onClose}>
            <Glyph icon={IconX} size={18} />
          </IconButton>
        </header>
        <div className={styles.body}>{parts.children}</div>
        <footer className={styles.foot}>{parts.actions}</footer>
      </form>
    </Modal>
  )
}

type StepState = 'todo' | 'current' | 'failed' | 'done'

function stateOf(index: number, current: number, state: WizardFrameProps['state']): StepState {
  if (index < current || state === 'done') return 'done'
  if (index > current) return 'todo'
  return state === 'failed' ? 'failed' : 'current'
}

function RailStep({ step, number, state }: { step: MessageId; number: number; state: StepState }) {
  const t = useT()
  const isOpen = state === 'current' || state === 'failed'
  return (
    <li data-state={state} aria-current={isOpen ? 'step' : undefined}>
      <span className={styles.disc}>
        {state === 'done' ? <Glyph isBold icon={IconCheck} size={14} /> : null}
        {state === 'failed' ? <Glyph isBold icon={IconX} size={14} /> : null}
        {state === 'todo' || state === 'current' ? number : null}
      </span>
      <span className={styles.stepName}>
        {t(step)}
        {state === 'done' && <span className="wb-visually-hidden">, {t('onboarding.stepDone')}</span>}
        {state === 'failed' && <span className="wb-visually-hidden">, {t('onboarding.stepFailed')}</span>}
      </span>
    </li>
  )
}

/** The one instruction of a step. Has the focus when the step opens, so that it is read out and keys go on from here. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className={styles.stepTitle} data-autofocus>
      {children}
    </h3>
  )
}
