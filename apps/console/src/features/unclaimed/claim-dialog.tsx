/** Makes a tag a tracker or a carepad: what it becomes, its name, and its key where it encrypts. Source: G85. */

import type { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import { likelyMeasured, MEASURED, type Measured } from '@whereabouts/domain/temperatures'
import { MAX_NAME_LENGTH } from '@whereabouts/domain/texts'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useClaim } from './queries.ts'
import styles from './unclaimed.module.css'

/** 16 bytes. */
const KEY = /^[0-9a-f]{32}$/i

export interface Claimed {
  readonly as: 'tracker' | 'carepad' | 'both'
  /** Of the device it has become; of both the tracker's. */
  readonly id: string
  readonly name: string
}

interface ClaimDialogProps {
  readonly tag: UnclaimedTag
  readonly onDone: (claimed: Claimed) => void
  readonly onClose: () => void
}

export function ClaimDialog({ tag, onDone, onClose }: ClaimDialogProps) {
  const t = useT()
  const [as, setAs] = useState<Claimed['as']>('tracker')
  const [measures, setMeasures] = useState<Measured>(() => likelyMeasured(tag.temperature))
  const [name, setName] = useState(tag.name)
  const [key, setKey] = useState('')
  const claim = useClaim(tag.id)
  // What an encrypted tag measures is known once its key has opened it.
  const mayBeCarepad = tag.has_temperature || tag.is_encrypted
  // People copy keys in pairs and with signs between them.
  const digits = key.replace(/[\s:-]/g, '')
  const refusal = refusalOf(claim.error)
  const say = (id: MessageId | undefined) => id && t(id)
  const faults = useFaults(
    {
      name:
        refusal === 'name'
          ? codeText(errors.nameTaken.code)
          : name.trim() === ''
            ? t('unclaimed.nameMissing')
            : undefined,
      key: say(
        refusal === 'key'
          ? 'unclaimed.keyWrong'
          : tag.is_encrypted && !KEY.test(digits)
            ? 'unclaimed.keyBad'
            : undefined,
      ),
    },
    claim.error,
  )
  const send = () => {
    if (claim.isPending || !faults.isGood()) return
    claim.mutate(
      {
        as,
        name: name.trim(),
        ...(as === 'tracker' ? {} : { measures }),
        ...(tag.is_encrypted ? { key: digits } : {}),
      },
      {
        onSuccess({ tracker, carepad }) {
          if (tracker) onDone({ as: carepad ? 'both' : 'tracker', id: tracker.device_id, name: tracker.name })
          else if (carepad) onDone({ as: 'carepad', id: carepad.carepad_id, name: name.trim() })
        },
      },
    )
  }
  const failureWords =
    refusal === 'taken' || refusal === 'gone'
      ? t(`unclaimed.${refusal}`)
      : refusal === 'as'
        ? t('unclaimed.asCarepadNot')
        : undefined
  return (
    <Dialog
      title={t('unclaimed.claimOf', { name: tag.name || tag.make || t('unclaimed.noMake') })}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={claim.isPending}>
            {t('unclaimed.claim')}
          </Button>
        </>
      }
    >
      <FormFailure
        error={refusal === 'name' || refusal === 'key' ? undefined : (claim.error ?? undefined)}
        words={failureWords}
      />
      <div className={styles.form}>
        <p className={styles.identity} translate="no">
          {tag.radio_identity}
        </p>
        {tag.is_ambiguous && <InfoNotice>{t('unclaimed.ambiguousWhy')}</InfoNotice>}
        <TextField
          isCompact
          data-autofocus
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          label={t('unclaimed.name')}
          value={name}
          {...faults.field('name')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            claim.reset()
          }}
        />
        <ChoiceField
          label={t('unclaimed.as')}
          value={as}
          choices={[
            { value: 'tracker', label: t('unclaimed.asTracker'), hint: t('unclaimed.asTrackerHint') },
            ...(mayBeCarepad
              ? [
                  { value: 'carepad' as const, label: t('unclaimed.asCarepad'), hint: t('unclaimed.asCarepadHint') },
                  { value: 'both' as const, label: t('unclaimed.asBoth'), hint: t('unclaimed.asBothHint') },
                ]
              : []),
          ]}
          onChange={(chosen) => {
            setAs(chosen)
            claim.reset()
          }}
        />
        {as !== 'tracker' && (
          <SelectField
            label={t('unclaimed.measures')}
            hint={t('unclaimed.measuresHint')}
            options={MEASURED.map((each) => ({ value: each, label: t(`unclaimed.measures.${each}`) }))}
            value={measures}
            onChange={(each) => setMeasures(each as Measured)}
          />
        )}
        {!mayBeCarepad && <p className={styles.why}>{t('unclaimed.asCarepadNot')}</p>}
        {tag.is_encrypted && (
          <PasswordField
            isCompact
            autoComplete="off"
            label={t('unclaimed.key')}
            hint={t('unclaimed.keyHint')}
            value={key}
            {...faults.field('key')}
            onChange={(event) => {
              setKey(event.currentTarget.value)
              claim.reset()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

/** What of the claim the server refused. */
function refusalOf(error: unknown): 'name' | 'key' | 'as' | 'taken' | 'gone' | undefined {
  if (isRefusal(error, errors.nameTaken)) return 'name'
  if (isRefusal(error, errors.conflict)) return 'taken'
  if (isRefusal(error, errors.resourceNotFound)) return 'gone'
  if (!isRefusal(error, errors.invalidInput)) return undefined
  const { info } = error as CallError
  return info === 'body.key' ? 'key' : info === 'body.as' ? 'as' : undefined
}
