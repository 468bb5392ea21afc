/** What of a batch could not be done, by name, and why. Source: G83; design language §13.4. */
import type { FailedItem } from '@whereabouts/contract/client'
import { errorNameOf, errors } from '@whereabouts/contract/errors'
import { currentLocale, useT } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { NameList } from './name-list.tsx'

/** More names than a person reads. */
const MOST_NAMES = 100

interface PartDoneProps {
  /** How many were asked for. */
  readonly all: number
  readonly failed: readonly FailedItem[]
  readonly nameOf: (id: string) => string
  readonly onClose: () => void
}

export function PartDone({ all, failed, nameOf, onClose }: PartDoneProps) {
  const t = useT()
  const done = all - failed.length
  const hidden = failed.length - MOST_NAMES
  return (
    <Dialog
      title={done === 0 ? t('batch.partNone') : t('batch.partTitle', { done, all })}
      onClose={onClose}
      actions={
        <Button tone="primary" data-autofocus onClick={onClose}>
          {t('dialog.done')}
        </Button>
      }
    >
      <p>{t('batch.partHint')}</p>
      <NameList
        lines={failed.slice(0, MOST_NAMES).map(({ id, code }) => ({ id, name: nameOf(id), hint: wordsOf(code) }))}
      />
      {hidden > 0 && <p>{t('batch.more', { count: hidden })}</p>}
    </Dialog>
  )
}

function wordsOf(code: number): string {
  const name = errorNameOf(code)
  return name === undefined ? String(code) : errors[name].words[currentLocale()]
}
