/** Loggers and the carepads in them, to rename, move and remove. Source: specification §2 Carepad Management; G69. */
import { IconBox, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Logger } from '@whereabouts/contract/loggers'
import { useState } from 'react'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { carepads as texts } from '../../locales/carepads.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useSite } from '../live/site-view.ts'
import { usePicture } from '../pictures/use-picture.ts'
import { LockedNotice } from '../pins/locked-notice.tsx'
import { isHidden, type NamedCarepad } from '../pins/names.ts'
import { ProtectedName } from '../pins/protected-name.tsx'
import { AddCarepad, DeleteLogger, EditCarepad, LoggerDialog, RemoveCarepad, ResetName } from './carepad-dialogs.tsx'
import styles from './carepads.module.css'
import { carepadsQuery, loggersQuery } from './queries.ts'

addTexts(texts)

type Open =
  | { readonly what: 'edit' | 'reset' | 'remove'; readonly carepad: NamedCarepad }
  | { readonly what: 'editLogger' | 'deleteLogger'; readonly logger: Logger }

interface CarepadManagementProps {
  /** A dialog that buttons beside the title open. */
  readonly adding: 'carepad' | 'logger' | undefined
  readonly onAdded: () => void
}

export function CarepadManagement({ adding, onAdded }: CarepadManagementProps) {
  const t = useT()
  const canManage = useSite().may('manageCarepads')
  const pads = useQuery(carepadsQuery)
  const loggers = useQuery(loggersQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (pads.data === undefined || loggers.data === undefined) {
    const again = () => void Promise.all([pads.refetch(), loggers.refetch()])
    return <UnloadedList error={pads.error ?? loggers.error} onRetry={again} />
  }
  const inLogger = (id: string | null) =>
    pads.data
      .filter(({ logger_id }) => logger_id === id)
      .toSorted((a, b) => a.carepad_name.localeCompare(b.carepad_name))
  const listOf = (id: string | null) => (
    <ul>
      {inLogger(id).map((carepad) => (
        <li key={carepad.carepad_id} className={styles.managed}>
          <span>
            <strong>
              <ProtectedName carepad={carepad} />
            </strong>
            <small>{carepad.removal_pending ? t('carepads.pendingRemoval') : subtitleOf(t, carepad)}</small>
          </span>
          {canManage && (
            <RowMenu
              label={t('carepads.actions', { name: carepad.carepad_name })}
              items={[
                { label: t('carepads.editVerb'), icon: IconPencil, onPress: () => setOpen({ what: 'edit', carepad }) },
                ...(isHidden(carepad)
                  ? [{ label: t('pins.reset'), icon: IconRefresh, onPress: () => setOpen({ what: 'reset', carepad }) }]
                  : []),
                {
                  label: t('carepads.removeVerb'),
                  icon: IconTrash,
                  isDangerous: true,
                  onPress: () => setOpen({ what: 'remove', carepad }),
                },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <LockedNotice carepads={pads.data} />
      {pads.data.length === 0 && loggers.data.length === 0 && (
        <EmptyList title={t('carepads.none')} hint={t('carepads.noneHint')} />
      )}
      {loggers.data.map((logger) => (
        <section key={logger.logger_id} className={styles.logger} aria-label={logger.logger_name}>
          <header>
            <LoggerPicture address={logger.image} />
            <h2>{logger.logger_name}</h2>
            <small>{t('carepads.count', { count: inLogger(logger.logger_id).length })}</small>
            {canManage && (
              <RowMenu
                label={t('carepads.actions', { name: logger.logger_name })}
                items={[
                  {
                    label: t('carepads.editVerb'),
                    icon: IconPencil,
                    onPress: () => setOpen({ what: 'editLogger', logger }),
                  },
                  {
                    label: t('loggers.deleteVerb'),
                    icon: IconTrash,
                    isDangerous: true,
                    onPress: () => setOpen({ what: 'deleteLogger', logger }),
                  },
                ]}
              />
            )}
          </header>
          {listOf(logger.logger_id)}
        </section>
      ))}
      {inLogger(null).length > 0 && (
        <section className={styles.logger} aria-label={t('carepads.unassigned')}>
          <header>
            <h2>{t('carepads.unassigned')}</h2>
            <small>{t('carepads.count', { count: inLogger(null).length })}</small>
          </header>
          {listOf(null)}
        </section>
      )}
      {open?.what === 'edit' && <EditCarepad carepad={open.carepad} loggers={loggers.data} onClose={close} />}
      {open?.what === 'reset' && <ResetName carepad={open.carepad} onClose={close} />}
      {open?.what === 'remove' && <RemoveCarepad carepad={open.carepad} onClose={close} />}
      {open?.what === 'editLogger' && <LoggerDialog logger={open.logger} loggers={loggers.data} onClose={close} />}
      {open?.what === 'deleteLogger' && (
        <DeleteLogger logger={open.logger} holdsCarepads={inLogger(open.logger.logger_id).length > 0} onClose={close} />
      )}
      {adding === 'carepad' && <AddCarepad loggers={loggers.data} onClose={onAdded} />}
      {adding === 'logger' && <LoggerDialog logger={undefined} loggers={loggers.data} onClose={onAdded} />}
    </>
  )
}

/** Its id, which stands above where its name is hidden: then why it is. */
const subtitleOf = (t: Translate, { carepad_id, name_state }: NamedCarepad): string =>
  name_state === 'locked' ? t('pins.nameLocked') : name_state === 'unreadable' ? t('pins.nameUnreadable') : carepad_id

function LoggerPicture({ address }: { address: string }) {
  const url = usePicture(address === '' ? undefined : address)
  if (url !== undefined) return <img className={styles.picture} src={url} alt="" />
  return (
    <span className={styles.picture}>
      <Glyph icon={IconBox} size={18} />
    </span>
  )
}
