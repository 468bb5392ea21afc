/** Dialogs of carepads and loggers: new ones, other words for one, and its end. Source: specification §5; G69, G26. */
import type { Carepad } from '@whereabouts/contract/carepads'
import { errors } from '@whereabouts/contract/errors'
import type { Logger } from '@whereabouts/contract/loggers'
import { MEASURED, type Measured, USUAL_LIMITS } from '@whereabouts/domain/temperatures'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { useState } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { bytesText, faultOf, measure, PHOTO_RULES } from '../pictures/chosen-picture.ts'
import { pictureFaultText } from '../pictures/fault-text.ts'
import { PictureDrop } from '../pictures/picture-drop.tsx'
import { isHidden, type NamedCarepad } from '../pins/names.ts'
import { useAccountUnit } from './account-unit.ts'
import { limitsText, type Unit, unitText } from './carepad-state.ts'
import styles from './carepads.module.css'
import {
  useAddCarepad,
  useChangeCarepad,
  useRemoveCarepad,
  useRemoveLogger,
  useResetName,
  useSaveLogger,
} from './queries.ts'

const nameFault = (t: Translate, name: string): string | undefined =>
  name.trim() === '' ? t('carepads.nameMissing') : isTooLongForName(name.trim()) ? t('carepads.textLong') : undefined

interface LoggerChoiceProps {
  readonly loggers: readonly Logger[]
  readonly value: string | null
  readonly onChange: (loggerId: string | null) => void
}

function LoggerChoice({ loggers, value, onChange }: LoggerChoiceProps) {
  const t = useT()
  const options = loggers.map(({ logger_id, logger_name }) => ({ value: logger_id, label: logger_name }))
  return (
    <SelectField
      label={t('carepads.fieldLogger')}
      options={[{ value: '', label: t('carepads.unassigned') }, ...options]}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  )
}

interface MeasuresChoiceProps {
  readonly value: Measured
  readonly onChange: (measures: Measured) => void
}

/** What it measures, with the limits that come with it. */
function MeasuresChoice({ value, onChange }: MeasuresChoiceProps) {
  const t = useT()
  const limits = limitsText(t, USUAL_LIMITS[value], useAccountUnit())
  return (
    <SelectField
      label={t('carepads.measures')}
      hint={t('carepads.measuresHint', { limits })}
      options={MEASURED.map((each) => ({ value: each, label: t(`carepads.measures.${each}`) }))}
      value={value}
      onChange={(measures) => onChange(measures as Measured)}
    />
  )
}

interface AddCarepadProps {
  readonly loggers: readonly Logger[]
  readonly onClose: () => void
}

export function AddCarepad({ loggers, onClose }: AddCarepadProps) {
  const t = useT()
  const add = useAddCarepad()
  const [id, setId] = useState('')
  const [name, setName] = useState('')
  const [loggerId, setLoggerId] = useState<string | null>(null)
  const [measures, setMeasures] = useState<Measured>('body')
  const faults = useFaults<'id' | 'name'>(
    { id: id.trim() === '' ? t('carepads.idMissing') : undefined, name: nameFault(t, name) },
    add.error,
  )
  const send = () => {
    if (!faults.isGood() || add.isPending) return
    add.mutate({ carepad_id: id.trim(), carepad_name: name, logger_id: loggerId, measures }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t('carepads.add')}
      onClose={onClose}
      onSubmit={send}
      actions={<Actions verb={t('carepads.add')} isPending={add.isPending} onClose={onClose} />}
    >
      <div className={styles.form}>
        <FormFailure error={add.error ?? undefined} />
        <TextField
          label={t('carepads.fieldId')}
          data-autofocus
          isCompact
          autoComplete="off"
          maxLength={128}
          value={id}
          {...faults.field('id')}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <TextField
          label={t('carepads.fieldName')}
          isCompact
          autoComplete="off"
          maxLength={200}
          value={name}
          {...faults.field('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <LoggerChoice loggers={loggers} value={loggerId} onChange={setLoggerId} />
        <MeasuresChoice value={measures} onChange={setMeasures} />
      </div>
    </Dialog>
  )
}

interface ActionsProps {
  readonly verb: string
  readonly isPending: boolean
  readonly onClose: () => void
}

function Actions({ verb, isPending, onClose }: ActionsProps) {
  const t = useT()
  return (
    <>
      <Button onClick={onClose}>{t('dialog.cancel')}</Button>
      <Button tone="primary" type="submit" isPending={isPending}>
        {verb}
      </Button>
    </>
  )
}

interface EditCarepadProps extends AddCarepadProps {
  readonly carepad: NamedCarepad
}

export function EditCarepad({ carepad, loggers, onClose }: EditCarepadProps) {
  const t = useT()
  const change = useChangeCarepad(carepad.carepad_id)
  const [name, setName] = useState(carepad.carepad_name)
  const [loggerId, setLoggerId] = useState(carepad.logger_id)
  const [unit, setUnit] = useState(carepad.has_own_unit ? carepad.temperature_unit : null)
  const [measures, setMeasures] = useState(carepad.measures)
  const accountUnit = useAccountUnit()
  const faults = useFaults<'name'>({ name: nameFault(t, name) }, change.error)
  const send = () => {
    if (!faults.isGood() || change.isPending) return
    const renamed = name === carepad.carepad_name ? {} : { carepad_name: name }
    change.mutate({ ...renamed, logger_id: loggerId, temperature_unit: unit, measures }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t('carepads.edit', { name: carepad.carepad_name })}
      onClose={onClose}
      onSubmit={send}
      actions={<Actions verb={t('dialog.save')} isPending={change.isPending} onClose={onClose} />}
    >
      <div className={styles.form}>
        <FormFailure error={change.error ?? undefined} />
        {!isHidden(carepad) && (
          <TextField
            label={t('carepads.fieldName')}
            data-autofocus
            isCompact
            autoComplete="off"
            maxLength={200}
            value={name}
            {...faults.field('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <LoggerChoice loggers={loggers} value={loggerId} onChange={setLoggerId} />
        <MeasuresChoice value={measures} onChange={setMeasures} />
        <SelectField
          label={t('carepads.unit')}
          options={[
            { value: '', label: t('carepads.unitOfAccount', { unit: unitText(accountUnit) }) },
            { value: 'C', label: '°C' },
            { value: 'F', label: '°F' },
          ]}
          value={unit ?? ''}
          onChange={(value) => setUnit(value === '' ? null : (value as Unit))}
        />
      </div>
    </Dialog>
  )
}

/** A name that nobody can read gives way to a new one. Source: specification §8; G30. */
export function ResetName({ carepad, onClose }: { carepad: NamedCarepad; onClose: () => void }) {
  const t = useT()
  const reset = useResetName(carepad)
  const [name, setName] = useState('')
  const isLocked = carepad.name_state === 'locked'
  const faults = useFaults<'name'>({ name: nameFault(t, name) }, reset.error)
  const send = () => {
    if (!faults.isGood() || reset.isPending) return
    reset.mutate(name, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t('pins.resetTitle', { id: carepad.carepad_id })}
      onClose={onClose}
      onSubmit={send}
      actions={<Actions verb={t('pins.reset')} isPending={reset.isPending} onClose={onClose} />}
    >
      <div className={styles.form}>
        <FormFailure error={reset.error ?? undefined} />
        <p>{t(isLocked ? 'pins.resetLocked' : 'pins.resetText')}</p>
        <TextField
          label={t('carepads.fieldName')}
          data-autofocus
          isCompact
          autoComplete="off"
          maxLength={200}
          value={name}
          {...faults.field('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

export function RemoveCarepad({ carepad, onClose }: { carepad: Carepad; onClose: () => void }) {
  const t = useT()
  const remove = useRemoveCarepad()
  const done = () => {
    showToast({ tone: 'success', text: t('carepads.mailSent') })
    onClose()
  }
  return (
    <ConfirmDialog
      isDangerous
      title={t('carepads.removeTitle', { name: carepad.carepad_name })}
      verb={t('carepads.removeVerb')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(carepad.carepad_id, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('carepads.removeText')}</p>
    </ConfirmDialog>
  )
}

interface LoggerDialogProps {
  /** Undefined: a new one. */
  readonly logger: Logger | undefined
  readonly loggers: readonly Logger[]
  readonly onClose: () => void
}

export function LoggerDialog({ logger, loggers, onClose }: LoggerDialogProps) {
  const t = useT()
  const save = useSaveLogger(logger?.logger_id)
  const [name, setName] = useState(logger?.logger_name ?? '')
  const [image, setImage] = useState<File>()
  const [imageFault, setImageFault] = useState<string>()
  const isTaken =
    isRefusal(save.error, errors.nameTaken) ||
    loggers.some((each) => each.logger_id !== logger?.logger_id && each.logger_name === name.trim())
  const faults = useFaults<'name'>(
    { name: nameFault(t, name) ?? (isTaken ? t('loggers.nameTaken') : undefined) },
    save.error,
  )
  const choose = async (file: File) => {
    const measured = await measure(file, PHOTO_RULES)
    const fault = faultOf(measured, PHOTO_RULES)
    setImage(fault === undefined ? file : undefined)
    setImageFault(fault && pictureFaultText(t, fault, { name: file.name, measure: measured, rules: PHOTO_RULES }))
  }
  const send = () => {
    const isMissing = logger === undefined && image === undefined
    if (isMissing) setImageFault((before) => before ?? t('loggers.imageMissing'))
    if (!faults.isGood() || isMissing || save.isPending) return
    save.mutate({ logger_name: name, image }, { onSuccess: onClose })
  }
  const verb = logger === undefined ? t('loggers.add') : t('dialog.save')
  return (
    <Dialog
      title={logger === undefined ? t('loggers.add') : t('loggers.edit', { name: logger.logger_name })}
      onClose={onClose}
      onSubmit={send}
      actions={<Actions verb={verb} isPending={save.isPending} onClose={onClose} />}
    >
      <div className={styles.form}>
        <FormFailure error={isRefusal(save.error, errors.nameTaken) ? undefined : (save.error ?? undefined)} />
        <TextField
          label={t('loggers.name')}
          data-autofocus
          isCompact
          autoComplete="off"
          maxLength={200}
          value={name}
          {...faults.field('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div>
          <span className={styles.label}>{t('loggers.image')}</span>
          <PictureDrop
            invitation={t('pictures.drop')}
            limits={t('loggers.imageLimits', { most: bytesText(PHOTO_RULES.bytes ?? 0) })}
            types={PHOTO_RULES.types}
            fault={imageFault}
            onFile={(file) => void choose(file)}
          />
          <p role="status" className={styles.none}>
            {image && t('loggers.chosen', { name: image.name })}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

interface DeleteLoggerProps {
  readonly logger: Logger
  readonly holdsCarepads: boolean
  readonly onClose: () => void
}

/** While it holds carepads there is nothing to confirm: it says to move them first. */
export function DeleteLogger({ logger, holdsCarepads, onClose }: DeleteLoggerProps) {
  const t = useT()
  const remove = useRemoveLogger()
  return (
    <ConfirmDialog
      isDangerous
      title={t('loggers.deleteTitle', { name: logger.logger_name })}
      verb={t('loggers.deleteVerb')}
      isDisabled={holdsCarepads}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(logger.logger_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(holdsCarepads ? 'loggers.deleteHolds' : 'loggers.deleteText')}</p>
    </ConfirmDialog>
  )
}
