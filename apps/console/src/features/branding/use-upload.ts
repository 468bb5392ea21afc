/** Choosing a picture and sending it: what the rules say against it, what the server says, and what was done. */
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { faultOf, measure, type PictureMeasure, type PictureRules } from '../pictures/chosen-picture.ts'
import { pictureFaultText, serverFaultText } from '../pictures/fault-text.ts'

interface Change {
  readonly isPending: boolean
  mutate(file: File | undefined, options: { onSuccess: () => void; onError: (error: unknown) => void }): void
}

export interface Upload {
  /** Why the chosen file was not taken, in words. */
  readonly fault: string | undefined
  /** A failure that has nothing to do with the file. */
  readonly failure: unknown
  /** What was done last. */
  readonly done: 'upload' | 'reset' | undefined
  readonly isPending: boolean
  choose(file: File): Promise<void>
  reset(): void
}

export function useUpload(change: Change, rules: PictureRules): Upload {
  const t = useT()
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [done, setDone] = useState<Upload['done']>()

  const say = (outcome: { fault?: string; failure?: unknown; done?: Upload['done'] }) => {
    setFault(outcome.fault)
    setFailure(outcome.failure)
    setDone(outcome.done)
  }
  const refused = (error: unknown, name: string, measured: PictureMeasure) => {
    const found = serverFaultText(t, error, { name, measure: measured, rules })
    if (found !== undefined) return say({ fault: found })
    say({ failure: error })
  }

  return {
    fault,
    failure,
    done,
    isPending: change.isPending,
    async choose(file) {
      const { name } = file
      const measured = await measure(file, rules)
      const found = faultOf(measured, rules)
      if (found) return say({ fault: pictureFaultText(t, found, { name, measure: measured, rules }) })
      say({})
      change.mutate(file, {
        onSuccess: () => say({ done: 'upload' }),
        onError: (error) => refused(error, name, measured),
      })
    },
    reset() {
      say({})
      change.mutate(undefined, { onSuccess: () => say({ done: 'reset' }), onError: (error) => say({ failure: error }) })
    },
  }
}
