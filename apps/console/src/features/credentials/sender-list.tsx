/** What reports without Bluetooth set-up: to make, to set up, to revoke. Source: G85. */
import { IconAlertTriangle, IconBan, IconCurrentLocation, IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Credential } from '@whereabouts/contract/credentials'
import { errors } from '@whereabouts/contract/errors'
import { may } from '@whereabouts/contract/roles'
import { mayEncrypt } from '@whereabouts/domain/senders'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { credentials } from '../../locales/credentials.ts'
import { senderTroubles } from '../../locales/sender-troubles.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { WhyClosed } from '../auth/why-closed.tsx'
import { Ago } from '../live/ago.tsx'
import { useLive } from '../live/hooks.ts'
import { ConnectSender } from './connect-sender.tsx'
import styles from './credentials.module.css'
import { PayloadKeyDialog } from './payload-key-dialog.tsx'
import { credentialsQuery, useRevoke, useTrackAgain } from './queries.ts'
import { lostCount } from './set-aside.ts'
import { KINDS } from './setup.ts'
import { TroubleDialog } from './trouble-list.tsx'

addTexts(credentials)
addTexts(senderTroubles)

export function SenderList() {
  const t = useT()
  const rights = rightsOf(useSession())
  const canManage = rights !== undefined && may(rights, 'manageCredentials')
  return (
    <section className={styles.senders} aria-labelledby="senders">
      {canManage ? (
        <List canTrack={may(rights, 'removeDevices')} />
      ) : (
        <>
          <h2 id="senders">{t('senders.title')}</h2>
          <WhyClosed id="senders.managersOnly" />
        </>
      )}
    </section>
  )
}

type Open = { readonly dialog: 'new' } | { readonly dialog: 'revoke' | 'key' | 'troubles'; readonly name: string }

function List({ canTrack }: { canTrack: boolean }) {
  const t = useT()
  const { data: senders, error, refetch } = useQuery(credentialsQuery)
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState<string>()
  const { store } = useLive()
  const trackAgain = useTrackAgain()
  const close = () => setOpen(undefined)
  const ask = (what: Open) => {
    setDone(undefined)
    setOpen(what)
  }
  const chosen =
    open !== undefined && 'name' in open ? senders?.find((each) => each.sender_id === open.name) : undefined
  const newButton = (
    <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={() => ask({ dialog: 'new' })}>
      {t('senders.new')}
    </Button>
  )
  /** A phone that has reported and is in no list is one that may not be tracked. */
  const mayBeUntracked = ({ sender_id, kind, t4_id, last_used }: Credential) =>
    ['owntracks', 'osmand', 'native', 'any'].includes(kind) &&
    t4_id === null &&
    last_used !== null &&
    store.trackers.get(sender_id) === undefined
  const track = (name: string) =>
    trackAgain.mutate(name, { onSuccess: () => setDone(t('senders.tracked', { name })), onError: showError })

  return (
    <>
      <header className={styles.head}>
        <div>
          <h2 id="senders">{t('senders.title')}</h2>
          <p>{t('senders.hint')}</p>
        </div>
        {senders && senders.length > 0 && newButton}
      </header>
      <div className={styles.done}>
        <DoneNotice>{done}</DoneNotice>
      </div>
      {senders === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {senders?.length === 0 && <EmptyList title={t('senders.none')} hint={t('senders.noneHint')} action={newButton} />}
      {senders && senders.length > 0 && (
        <Table
          isTall
          columns={[
            { label: t('senders.name') },
            { label: t('senders.kind') },
            { label: t('senders.lastUsed') },
            { label: t('senders.created') },
            { label: t('senders.actions'), isLabelHidden: true },
          ]}
        >
          {senders.map((sender) => (
            <tr key={sender.sender_id}>
              <td className={table.main}>
                <strong translate="no">{sender.sender_id}</strong>
                {sender.t4_id !== null && (
                  <small title={sender.t4_id}>
                    {t('senders.station', { name: store.stations.get(sender.t4_id)?.t4_name ?? sender.t4_id })}
                  </small>
                )}
                <SetAside sender={sender} onWhy={() => ask({ dialog: 'troubles', name: sender.sender_id })} />
                {sender.made_by_link !== '' && <small>{t('senders.madeByLink', { link: sender.made_by_link })}</small>}
              </td>
              <td>{t(`senders.kind.${sender.kind}`)}</td>
              <td className={table.time}>
                <LastUsed sender={sender} />
              </td>
              <td className={table.time}>{formatTime(sender.created_time)}</td>
              <td className={table.end}>
                <div>
                  <RowMenu
                    label={t('senders.actionsOf', { name: sender.sender_id })}
                    items={[
                      ...(canTrack && mayBeUntracked(sender)
                        ? [
                            {
                              label: t('senders.track'),
                              icon: IconCurrentLocation,
                              onPress: () => track(sender.sender_id),
                            },
                          ]
                        : []),
                      ...(mayEncrypt(sender.kind)
                        ? [
                            {
                              label: t(sender.has_payload_key ? 'payloadKey.change' : 'payloadKey.enter'),
                              icon: IconKey,
                              onPress: () => ask({ dialog: 'key', name: sender.sender_id }),
                            },
                          ]
                        : []),
                      {
                        label: t('senders.revoke'),
                        icon: IconBan,
                        isDangerous: true,
                        onPress: () => ask({ dialog: 'revoke', name: sender.sender_id }),
                      },
                    ]}
                  />
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open?.dialog === 'new' && <ConnectSender title={t('senders.new')} kinds={KINDS} onClose={close} />}
      {open?.dialog === 'key' && chosen && <PayloadKeyDialog sender={chosen} onClose={close} />}
      {open?.dialog === 'troubles' && chosen && (
        <TroubleDialog
          sender={chosen}
          onKey={() => setOpen({ dialog: 'key', name: chosen.sender_id })}
          onClose={close}
        />
      )}
      {open?.dialog === 'revoke' && (
        <Revoke
          name={open.name}
          onDone={() => {
            setDone(t('senders.revoked', { name: open.name }))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** When something of it was taken; or that it came, and nothing was. */
function LastUsed({ sender: { last_used, connected_time } }: { sender: Credential }) {
  const t = useT()
  if (last_used !== null) return <Ago at={last_used} />
  if (connected_time === null) return t('senders.notUsed')
  return <span className={styles.sentence}>{t('progress.connected', { time: formatTime(connected_time) })}</span>
}

/** How much of what it sent is lost, and the way to why. */
function SetAside({ sender, onWhy }: { sender: Credential; onWhy: () => void }) {
  const t = useT()
  const lost = lostCount(sender.set_aside)
  if (sender.set_aside.length === 0) return null
  return (
    <button type="button" className={styles.why} data-lost={lost > 0 || undefined} onClick={onWhy}>
      {lost > 0 && <Glyph icon={IconAlertTriangle} size={14} />}
      {lost > 0 ? t('senders.lost', { count: lost }) : t('senders.noticed')}
    </button>
  )
}

function Revoke({ name, onDone, onClose }: { name: string; onDone: () => void; onClose: () => void }) {
  const t = useT()
  const revoke = useRevoke()
  const confirm = () =>
    revoke.mutate(name, {
      onSuccess: onDone,
      onError: (failure) => {
        // A colleague was quicker.
        if (isRefusal(failure, errors.resourceNotFound)) onDone()
      },
    })
  return (
    <ConfirmDialog
      isDangerous
      title={t('senders.revokeTitle', { name })}
      verb={t('senders.revokeVerb')}
      isPending={revoke.isPending}
      failure={revoke.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('senders.revokeHint')}</p>
    </ConfirmDialog>
  )
}
