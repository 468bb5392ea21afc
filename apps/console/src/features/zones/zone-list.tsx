/** The zones of the account by name, and the way to each. Source: G73. */
import { IconAlertTriangle, IconClock, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Zone } from '@whereabouts/contract/zones'
import { MAX_ZONES } from '@whereabouts/domain/zones'
import { useState } from 'react'
import { LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { NEW_ZONE, zonesPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { useLive } from '../live/hooks.ts'
import { useClasses } from '../tracker-classes/classes.ts'
import { useRemoveZone, zonesQuery } from './queries.ts'
import { classesText, timesText, whereText } from './words.ts'
import styles from './zones.module.css'

export function ZoneList({ canChange }: { canChange: boolean }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(zonesQuery)
  const [leaving, setLeaving] = useState<Zone>()
  const collator = new Intl.Collator(LANGUAGE_TAGS[locale], { numeric: true })
  const zones = data?.toSorted((one, other) => collator.compare(one.zone_name, other.zone_name))
  const isFull = zones !== undefined && zones.length >= MAX_ZONES
  return (
    <PageBody
      title={t('menu.setting.zones')}
      hint={t('zones.hint')}
      action={
        canChange && (
          <Button
            tone="primary"
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull || zones === undefined}
            title={isFull ? t('zones.full', { most: MAX_ZONES }) : undefined}
            onClick={() => void navigate(zonesPath(NEW_ZONE))}
          >
            {t('zones.add')}
          </Button>
        )
      }
    >
      {!canChange && <InfoNotice>{t('zones.staffOnly')}</InfoNotice>}
      {zones === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {zones?.length === 0 && <EmptyList title={t('zones.none')} hint={t('zones.noneHint')} />}
      {zones !== undefined && zones.length > 0 && (
        <ul className={styles.list} aria-label={t('menu.setting.zones')}>
          {zones.map((zone) => (
            <ZoneRow key={zone.id} zone={zone} canChange={canChange} onDelete={() => setLeaving(zone)} />
          ))}
        </ul>
      )}
      {leaving && <DeleteZone zone={leaving} onClose={() => setLeaving(undefined)} />}
    </PageBody>
  )
}

interface ZoneRowProps {
  readonly zone: Zone
  readonly canChange: boolean
  readonly onDelete: () => void
}

function ZoneRow({ zone, canChange, onDelete }: ZoneRowProps) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { store } = useLive()
  const classes = useClasses()
  const { id, zone_name: name, zone_type: type } = zone
  return (
    <li className={styles.zone}>
      <span className={styles.kind} data-type={type}>
        <Glyph icon={type === 'danger' ? IconAlertTriangle : IconClock} size={16} />
      </span>
      <div>
        {canChange ? <Link {...zonesPath(id)}>{name}</Link> : <strong>{name}</strong>}
        <small>{t(type === 'danger' ? 'zones.danger' : 'zones.attendance')}</small>
      </div>
      <dl>
        <div>
          <dt>{t('zones.where')}</dt>
          <dd>{whereText(t, zone, store.maps)}</dd>
        </div>
        <div>
          <dt>{t('zones.who')}</dt>
          <dd>{classesText(t, zone, classes)}</dd>
        </div>
        <div>
          <dt>{t('zones.when')}</dt>
          <dd className="wb-num">{timesText(t, zone, locale)}</dd>
        </div>
      </dl>
      {canChange && (
        <span className={styles.actions}>
          <IconButton label={t('zones.edit', { name })} onClick={() => void navigate(zonesPath(id))}>
            <Glyph icon={IconPencil} />
          </IconButton>
          <IconButton label={t('zones.delete', { name })} onClick={onDelete}>
            <Glyph icon={IconTrash} />
          </IconButton>
        </span>
      )}
    </li>
  )
}

/** Says what comes to an end with it. */
function DeleteZone({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const t = useT()
  const remove = useRemoveZone()
  return (
    <ConfirmDialog
      isDangerous
      title={t('zones.deleteTitle', { name: zone.zone_name })}
      verb={t('zones.deleteVerb')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(zone.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(zone.zone_type === 'danger' ? 'zones.deleteDanger' : 'zones.deleteAttendance')}</p>
    </ConfirmDialog>
  )
}
