/** Dialogs of carepads and loggers: new ones, other words for one, and its end. Source: specification §5; G69, G26. */
import type { Carepad } from '@whereabouts/contract/carepads'
import { errors } from '@whereabouts/contract/errors'
import type { Logger } from '@whereabouts/contract/loggers'
import { MEASURED, type Measured, USUAL_LIMITS } from '@whereabouts/domain/temperatures'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { type ReactNode, useState } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
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

interface FormDialogProps {
  readonly title: string
  readonly verb: string
  readonly isPending: boolean
  /** Null, where a field says it. */
  readonly failure: unknown
  readonly onSend: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

function FormDialog({ title, verb, isPending, failure, onSend, onClose, children }: FormDialogProps) {
  const t = useT()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSend}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure error={failure ?? undefined} />
        {children}
      </div>
    </Dialog>
  )
}

interface LineFieldProps extends Pick<TextFieldProps, 'fault' | 'onBlur'> {
  /** Without one it is a name. */
  readonly label?: string
  readonly isFirst?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

function LineField({ label, isFirst, onChange, ...rest }: LineFieldProps) {
  const t = useT()
  return (
    <TextField
      {...rest}
      label={label ?? t('carepads.fieldName')}
      data-autofocus={isFirst || undefined}
      isCompact
      autoComplete="off"
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

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
    <FormDialog
      title={t('carepads.add')}
      verb={t('carepads.add')}
      isPending={add.isPending}
      failure={add.error}
      onSend={send}
      onClose={onClose}
    >
      <LineField isFirst label={t('carepads.fieldId')} {...faults.field('id')} value={id} onChange={setId} />
      <LineField {...faults.field('name')} value={name} onChange={setName} />
      <LoggerChoice loggers={loggers} value={loggerId} onChange={setLoggerId} />
      <MeasuresChoice value={measures} onChange={setMeasures} />
    </FormDialog>
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
    <FormDialog
      title={t('carepads.edit', { name: carepad.carepad_name })}
      verb={t('dialog.save')}
      isPending={change.isPending}
      failure={change.error}
      onSend={send}
      onClose={onClose}
    >
      {!isHidden(carepad) && <LineField isFirst {...faults.field('name')} value={name} onChange={setName} />}
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
    </FormDialog>
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
    <FormDialog
      title={t('pins.resetTitle', { id: carepad.carepad_id })}
      verb={t('pins.reset')}
      isPending={reset.isPending}
      failure={reset.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t(isLocked ? 'pins.resetLocked' : 'pins.resetText')}</p>
      <LineField isFirst {...faults.field('name')} value={name} onChange={setName} />
    </FormDialog>
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
    <FormDialog
      title={logger === undefined ? t('loggers.add') : t('loggers.edit', { name: logger.logger_name })}
      verb={verb}
      isPending={save.isPending}
      failure={isRefusal(save.error, errors.nameTaken) ? null : save.error}
      onSend={send}
      onClose={onClose}
    >
      <LineField isFirst label={t('loggers.name')} {...faults.field('name')} value={name} onChange={setName} />
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
    </FormDialog>
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
