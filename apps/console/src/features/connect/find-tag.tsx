/** A tag of another make on its way in: listened for, held close to a station, claimed, and on the map. */
import { IconAlertTriangle, IconCheck, IconClock, IconMapPin } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Station } from '@whereabouts/contract/stations'
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { connect } from '../../locales/connect.ts'
import { senderTroubles } from '../../locales/sender-troubles.ts'
import { unclaimed } from '../../locales/unclaimed.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useLive } from '../live/hooks.ts'
import { Signal } from '../live/readings.tsx'
import { PlaceDialog } from '../stations/drawer/place-dialog.tsx'
import { ClaimDialog, type Claimed } from '../unclaimed/claim-dialog.tsx'
import { unclaimedQuery } from '../unclaimed/queries.ts'
import { nameOfTag } from '../unclaimed/tag-name.ts'
import styles from './connect.module.css'
import { tagsInHand } from './tags-in-hand.ts'

addTexts(senderTroubles)
addTexts(connect)
addTexts(unclaimed)

const STEPS = ['connect.tag.1', 'connect.tag.2', 'connect.tag.3'] as const

interface FindTagProps {
  readonly title: string
  /** Undefined: any. */
  readonly make: string | undefined
  /** Leads to what can hear tags; undefined for who may connect none. */
  readonly onBoard: (() => void) | undefined
  readonly onClose: () => void
}

export function FindTag({ title, make, onBoard, onClose }: FindTagProps) {
  const t = useT()
  const { store } = useLive()
  const { data } = useInfiniteQuery(unclaimedQuery)
  const [claiming, setClaiming] = useState<UnclaimedTag>()
  const [claimed, setClaimed] = useState<{ readonly what: Claimed; readonly heardBy: string }>()
  const [placing, setPlacing] = useState<Station>()
  const tags =
    data &&
    tagsInHand(
      data.pages.flatMap((page) => page.unclaimed),
      make,
    )
  const heardBy = claimed?.heardBy ?? tags?.[0]?.sender_id
  const station = heardBy === undefined ? undefined : store.stations.get(heardBy)
  const isUnplaced = station !== undefined && station.map_id === null && station.gps_latitude === null
  const hasEars = store.stations.count > 0
  return (
    <>
      <Dialog
        placement="wide"
        title={title}
        onClose={onClose}
        actions={
          <>
            {claimed && claimed.what.as !== 'carepad' && (
              <Link {...mapPath({ device: claimed.what.id })} className={controls.button}>
                <Glyph icon={IconMapPin} size={16} />
                {t('unclaimed.showOnMap')}
              </Link>
            )}
            <Button onClick={onClose} data-autofocus>
              {t(claimed ? 'dialog.done' : 'dialog.close')}
            </Button>
          </>
        }
      >
        {!claimed && <Steps steps={STEPS.map((step) => t(step))} />}
        <div role="status" className={styles.missing}>
          {claimed && (
            <StateMark
              icon={IconCheck}
              words={t(
                claimed.what.as === 'carepad'
                  ? 'connect.tag.doneCarepad'
                  : claimed.what.as === 'both'
                    ? 'unclaimed.bothMade'
                    : 'connect.tag.done',
                { name: claimed.what.name },
              )}
            />
          )}
          {isUnplaced && (
            <>
              <StateMark
                tone="warn"
                icon={IconAlertTriangle}
                words={t('connect.tag.unplaced', { station: station.t4_name })}
              />
              <Button icon={<Glyph icon={IconMapPin} size={16} />} onClick={() => setPlacing(station)}>
                {t('progress.place')}
              </Button>
            </>
          )}
          {!claimed && tags?.length === 0 && (
            <StateMark
              tone="warn"
              icon={hasEars ? IconClock : IconAlertTriangle}
              words={t(hasEars ? 'connect.tag.waiting' : 'connect.tag.noStation')}
            />
          )}
          {!claimed && !hasEars && onBoard && <Button onClick={onBoard}>{t('connect.tag.connectBoard')}</Button>}
        </div>
        {!claimed && tags && tags.length > 0 && (
          <ul className={styles.tags}>
            {tags.map((tag) => (
              <li key={tag.id}>
                <div>
                  <strong>{tag.name || tag.make || t('unclaimed.noMake')}</strong>
                  <small>
                    <code translate="no">{tag.radio_identity}</code>
                  </small>
                  <small>{t('connect.tag.heardBy', { name: tag.sender_name })}</small>
                </div>
                {tag.rssi === null ? <span /> : <Signal rssiDbm={tag.rssi} unit="dBm" />}
                <Button
                  size="small"
                  aria-label={t('unclaimed.claimOf', { name: nameOfTag(tag) })}
                  onClick={() => setClaiming(tag)}
                >
                  {t('unclaimed.claim')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {claiming && (
        <ClaimDialog
          tag={claiming}
          onDone={(what) => {
            setClaimed({ what, heardBy: claiming.sender_id })
            setClaiming(undefined)
          }}
          onClose={() => setClaiming(undefined)}
        />
      )}
      {placing && <PlaceDialog station={placing} onClose={() => setPlacing(undefined)} />}
    </>
  )
}
