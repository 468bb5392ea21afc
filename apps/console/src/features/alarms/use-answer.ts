/** Says that this person goes to somebody, or has seen them; a message offers another try where it could not be said. */
import { useState } from 'react'
import { toastOfFailedAnswer } from './alarm-toasts.tsx'
import { useDesk } from './use-desk.ts'

type AnswerStep = 'going' | 'seen'

export interface Answering {
  readonly answer: (step: AnswerStep) => void
  /** What is being said; undefined: nothing. */
  readonly pending: AnswerStep | undefined
}

export function useAnswer(alarmId: string): Answering {
  const desk = useDesk()
  const [pending, setPending] = useState<AnswerStep>()
  const answer = async (step: AnswerStep): Promise<void> => {
    setPending(step)
    try {
      await desk.answerPerson(step, alarmId)
    } catch (error) {
      toastOfFailedAnswer(error, () => void answer(step))
    }
    setPending(undefined)
  }
  return { pending, answer: (step) => void answer(step) }
}
