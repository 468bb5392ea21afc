/** Who is told of alarms, while it is being edited. What was typed stays, whatever the server says. */
import { useQuery } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import { useState } from 'react'
import { useFaultFocus } from '../../ui/use-fault-focus.ts'
import { type AlertDraft, type AlertFaults, draftOf, faultsOf, isChanged, refusedOf, settingsOf } from './draft.ts'
import { alertSettingsQuery, useSaveAlertSettings } from './queries.ts'

export interface EditedAlerts {
  /** Undefined until it is loaded. */
  readonly shown: AlertDraft | undefined
  /** Once something was left or sent. */
  readonly faults: AlertFaults | undefined
  /** What stands at no field. */
  readonly failure: Error | undefined
  readonly loadError: Error | null
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** The last change is saved, and nothing was changed since. */
  readonly isSaved: boolean
  change(draft: AlertDraft): void
  /** A field was left: what is wrong shows. */
  leave(): void
  discard(): void
  save(): void
  reload(): void
}

export function useAlertDraft(isEnabled: boolean): EditedAlerts {
  const { data: saved, error, refetch } = useQuery({ ...alertSettingsQuery, enabled: isEnabled })
  const saving = useSaveAlertSettings()
  const [draft, setDraft] = useState<AlertDraft>()
  const [wasLeft, setWasLeft] = useState(false)
  const [timesSent, setTimesSent] = useState(0)

  const shown = draft ?? (saved && draftOf(saved))
  const isDraftChanged = draft !== undefined && saved !== undefined && isChanged(draft, saved)
  const refused =
    shown && saving.error instanceof CallError ? refusedOf(shown, saving.error.info ?? undefined) : undefined
  const faults = (wasLeft && shown ? faultsOf(shown) : undefined) ?? refused

  useFaultFocus(timesSent, saving.error, () => document.querySelector<HTMLElement>('main form [aria-invalid="true"]'))

  const settle = () => {
    setDraft(undefined)
    setWasLeft(false)
  }
  return {
    shown,
    faults,
    failure: saving.error !== null && refused === undefined ? saving.error : undefined,
    loadError: saved === undefined ? error : null,
    isChanged: isDraftChanged,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isDraftChanged,
    change(next) {
      setDraft(next)
      if (saving.status !== 'idle' && saving.status !== 'pending') saving.reset()
    },
    leave: () => setWasLeft(true),
    discard() {
      settle()
      saving.reset()
    },
    save() {
      if (shown === undefined || saving.isPending) return
      setWasLeft(true)
      setTimesSent(timesSent + 1)
      // What is typed meanwhile is a draft of its own.
      if (faultsOf(shown) === undefined)
        saving.mutate(settingsOf(shown), {
          onSuccess: () => setDraft((now) => (now === draft ? undefined : now)),
        })
    },
    reload: () => void refetch(),
  }
}
