/** One zone to edit, or a new one: its kind and name, its classes, times and place. Source: G73. */
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { Zone } from '@whereabouts/contract/zones'
import { MAX_ZONE_STATIONS, MAX_ZONES } from '@whereabouts/domain/zones'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { zonesPath } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { showToast } from '../../lib/toasts.ts'
import type { MessageId } from '../../locales/ids.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TickList } from '../../ui/tick-popover.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { useFaultFocus } from '../../ui/use-fault-focus.ts'
import { useLive } from '../live/hooks.ts'
import { classAt, colourOfClass, useClasses } from '../tracker-classes/classes.ts'
import {
  bodyOf,
  draftOf,
  faultsOf,
  isChanged,
  newDraft,
  refusedField,
  withKind,
  type ZoneDraft,
  type ZoneFaults,
} from './draft.ts'
import { ZonePlace } from './place.tsx'
import { useSaveZone } from './queries.ts'
import { ZoneTimes } from './times.tsx'
import styles from './zones.module.css'

const NAME_FAULTS = {
  missing: 'zones.nameMissing',
  long: 'zones.nameLong',
  taken: 'zones.nameTaken',
} as const satisfies Record<NonNullable<ZoneFaults['name']>, MessageId>

const SHAPE_FAULTS = {
  noStations: 'zones.noStations',
  manyStations: 'zones.manyStations',
  noMap: 'zones.chooseMap',
  outside: 'zones.outside',
  few: 'zones.fewCorners',
  wrong: 'zones.wrongCorner',
  crosses: 'zones.crosses',
} as const satisfies Record<NonNullable<ZoneFaults['shape']>, MessageId>

interface ZoneFormProps {
  /** Undefined: a new one. */
  readonly zone: Zone | undefined
  /** Names of the other zones. */
  readonly others: readonly string[]
}

/** What the server has against it, as faults of fields; undefined for what belongs to none. */
function refusedOf(error: unknown): ZoneFaults | 'place' | undefined {
  if (isRefusal(error, errors.nameTaken)) return { name: 'taken' }
  if (!(error instanceof CallError)) return undefined
  // Without one it is the zone itself.
  if (isRefusal(error, errors.resourceNotFound)) return error.info?.startsWith('shape.') ? 'place' : undefined
  const field = refusedField(error.info ?? undefined)
  if (field === 'shape') return { shape: 'crosses' }
  if (field === 'name') return { name: 'long' }
  return undefined
}

/** Told while it is drawn: it is easier put right at the corner that was just set. */
const crossingIn = (faults: ZoneFaults | undefined): ZoneFaults | undefined =>
  faults?.shape === 'crosses' ? { shape: 'crosses' } : undefined

export function ZoneForm({ zone, others }: ZoneFormProps) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const { store } = useLive()
  const save = useSaveZone(zone?.id)
  // What the server says meanwhile does not change what is being edited.
  const hasClasses = useClasses().some(({ name }) => name !== '')
  const [before] = useState(() => (zone ? draftOf(zone) : newDraft(store.maps[0]?.id, hasClasses)))
  const [draft, setDraft] = useState<ZoneDraft>(before)
  const [wasSent, setWasSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  const plan = store.maps.find((map) => map.id === draft.map_id)
  const refused = refusedOf(save.error)
  const faults = {
    ...(refused !== undefined && refused !== 'place' && refused),
    ...(wasSent > 0 ? faultsOf(draft, others, plan) : crossingIn(faultsOf(draft, others, plan))),
  }
  const isDirty = isChanged(draft, before)
  const change = (next: Partial<ZoneDraft>) => {
    setDraft({ ...draft, ...next })
    if (save.isError) save.reset()
  }
  useFaultFocus(wasSent, save.error, () =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]'),
  )

  const leave = () => void navigate({ ...zonesPath(), ignoreBlocker: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(wasSent + 1)
    if (faultsOf(draft, others, plan) !== undefined || save.isPending) return
    save.mutate(bodyOf(draft), {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('success.saved') })
        leave()
      },
    })
  }
  const shapeFault =
    refused === 'place'
      ? t('zones.placeGone')
      : faults.shape && t(SHAPE_FAULTS[faults.shape], { most: MAX_ZONE_STATIONS })
  const isFull = save.error instanceof CallError && save.error.info === 'zones.count'
  const isGone = isRefusal(save.error, errors.resourceNotFound)
  return (
    <PageBody
      title={zone ? zone.zone_name : t('zones.newTitle')}
      foot={
        (isDirty || zone === undefined) && (
          <SaveBar
            changed={t(zone ? 'zones.changed' : 'zones.newHint')}
            form={`${id}-form`}
            isPending={save.isPending}
            onDiscard={leave}
          />
        )
      }
    >
      <Link {...zonesPath()} className={styles.back}>
        <Glyph icon={IconArrowLeft} size={16} />
        {t('zones.all')}
      </Link>
      <form ref={form} id={`${id}-form`} className={styles.form} noValidate onSubmit={submit}>
        <FormFailure
          error={refused === undefined ? (save.error ?? undefined) : undefined}
          words={
            isFull
              ? t('zones.full', { most: MAX_ZONES })
              : isGone && refused === undefined
                ? t('zones.gone')
                : undefined
          }
        />
        <div className={styles.head}>
          <div>
            <TextField
              label={t('zones.name')}
              isCompact
              autoComplete="off"
              maxLength={200}
              value={draft.zone_name}
              fault={faults.name && t(NAME_FAULTS[faults.name])}
              onChange={(event) => change({ zone_name: event.currentTarget.value })}
            />
          </div>
          <div className={styles.choices}>
            <ChoiceField
              isWide
              label={t('zones.kind')}
              value={draft.zone_type}
              onChange={(zone_type) => change(withKind(draft, zone_type))}
              choices={[
                { value: 'danger', label: t('zones.danger'), hint: t('zones.dangerHint') },
                { value: 'attendance', label: t('zones.attendance'), hint: t('zones.attendanceHint') },
              ]}
            />
          </div>
        </div>
        <div data-type={draft.zone_type}>
          <ZonePlace draft={draft} onChange={change} />
          {/* Focus comes here when the shape is wrong: a drawing has no field of its own. */}
          <div role="alert" tabIndex={-1} data-wrong={shapeFault ? true : undefined} className={styles.shapeFault}>
            <FieldNote id={`${id}-shape`} fault={shapeFault || undefined} hint={undefined} />
          </div>
        </div>
        <Classes draft={draft} isWrong={faults.classes === true} onChange={change} />
        <ZoneTimes
          times={draft.active_times}
          days={faults.days ?? []}
          clocks={faults.clocks ?? []}
          onChange={(active_times) => change({ active_times })}
        />
      </form>
      <LeaveGuard isChanged={isDirty} />
    </PageBody>
  )
}

interface ClassesProps {
  readonly draft: ZoneDraft
  readonly isWrong: boolean
  readonly onChange: (change: Partial<ZoneDraft>) => void
}

function Classes({ draft: { class_indexes: ticked }, isWrong, onChange }: ClassesProps) {
  const t = useT()
  const classes = useClasses()
  const slots = classes.filter(({ index, name }) => name !== '' || ticked?.includes(index))
  return (
    <div className={styles.choices}>
      <ChoiceField
        label={t('zones.who')}
        value={ticked === null ? 'all' : 'some'}
        onChange={(value) => onChange({ class_indexes: value === 'all' ? null : (ticked ?? []) })}
        choices={[
          { value: 'all', label: t('zones.everyClass'), hint: t('zones.everyClassHint') },
          { value: 'some', label: t('zones.someClasses') },
        ]}
      />
      {ticked !== null && (
        <div className={styles.part} data-wrong={isWrong || undefined} tabIndex={-1}>
          <TickList
            label={t('zones.someClasses')}
            ticked={ticked.map(String)}
            options={slots.map(({ index }) => ({
              value: String(index),
              label: classAt(classes, index)?.name ?? t('zones.goneClass'),
              colour: colourOfClass(classes, index),
            }))}
            onChange={(values) => onChange({ class_indexes: values.map(Number) })}
          />
          {slots.length === 0 && <p>{t('zones.noClasses')}</p>}
          <FieldNote id="zone-classes" fault={isWrong ? t('zones.classMissing') : undefined} hint={undefined} />
        </div>
      )}
    </div>
  )
}
