/** Says that this person goes to somebody, or has seen them. */
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { useDesk } from './use-desk.ts'

type AnswerStep = 'going' | 'seen'

export interface Answering {
  readonly answer: (step: AnswerStep) => void
  /** What is being said; undefined: nothing. */
  readonly pending: AnswerStep | undefined
  /** Why the last answer was not sent, to be shown beside the buttons; undefined: it was, or there was none. */
  readonly unsent: string | undefined
}

export function useAnswer(alarmId: string): Answering {
  const t = useT()
  const desk = useDesk()
  const [pending, setPending] = useState<AnswerStep>()
  const [failed, setFailed] = useState<{ readonly alarmId: string; readonly error: unknown }>()
  const answer = async (step: AnswerStep): Promise<void> => {
    setPending(step)
    setFailed(undefined)
    try {
      await desk.answerPerson(step, alarmId)
    } catch (error) {
      setFailed({ alarmId, error })
    }
    setPending(undefined)
  }
  const unsent =
    failed?.alarmId === alarmId
      ? [t('alarms.answerFailedHint'), errorText(failed.error)].filter(Boolean).join(' ')
      : undefined
  return { pending, answer: (step) => void answer(step), unsent }
}
