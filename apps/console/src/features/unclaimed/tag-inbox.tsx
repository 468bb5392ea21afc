/**
 * The inbox of tags of other makes: which are there, how strong, where last, and what keeps one from being claimed.
 * Source: G85.
 */
import { IconEyeOff, IconLock, IconMapPin } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { unclaimed as texts } from '../../locales/unclaimed.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import { Ago } from '../live/ago.tsx'
import { Signal } from '../live/readings.tsx'
import { ClaimDialog, type Claimed } from './claim-dialog.tsx'
import { IgnoredTags } from './ignored-tags.tsx'
import { inOrder } from './in-order.ts'
import { unclaimedQuery, useIgnore } from './queries.ts'
import { nameOfTag } from './tag-name.ts'
import styles from './unclaimed.module.css'

addTexts(texts)

type Open = { readonly dialog: 'claim' | 'ignore'; readonly tag: UnclaimedTag } | { readonly dialog: 'ignored' }
type Done = Claimed | { readonly as: 'ignored' | 'restored'; readonly name: string }

const DONE_WORDS = {
  tracker: 'unclaimed.trackerMade',
  carepad: 'unclaimed.carepadMade',
  both: 'unclaimed.bothMade',
  ignored: 'unclaimed.ignored',
  restored: 'unclaimed.restored',
} as const

export function TagInbox() {
  const t = useT()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(unclaimedQuery)
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState<Done>()
  const end = useReachEnd(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  const tags = data && inOrder(data.pages.flatMap((page) => page.unclaimed))
  const close = () => setOpen(undefined)
  const finish = (what: Done) => {
    setDone(what)
    close()
  }
  const ask = (what: Open) => {
    setDone(undefined)
    setOpen(what)
  }

  return (
    <section className={styles.inbox} aria-labelledby="tags-heard">
      <h2 id="tags-heard">
        {t('unclaimed.title')}
        {tags && tags.length > 0 && <span className="wb-num">{`${tags.length}${hasNextPage ? '+' : ''}`}</span>}
      </h2>
      <p>{t('unclaimed.hint')}</p>
      <div className={styles.done}>
        <DoneNotice>{done && t(DONE_WORDS[done.as], { name: done.name })}</DoneNotice>
        {(done?.as === 'tracker' || done?.as === 'both') && (
          <Link {...mapPath({ device: done.id })} className={controls.button}>
            <Glyph icon={IconMapPin} size={16} />
            {t('unclaimed.showOnMap')}
          </Link>
        )}
      </div>
      {tags === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {tags?.length === 0 && <EmptyList title={t('unclaimed.none')} hint={t('unclaimed.noneHint')} />}
      {tags && tags.length > 0 && (
        <Table
          isTall
          columns={[
            { label: t('unclaimed.tag') },
            { label: t('unclaimed.signal') },
            { label: t('unclaimed.heardBy') },
            { label: t('unclaimed.lastSeen') },
            { label: t('unclaimed.actions'), isLabelHidden: true },
          ]}
        >
          {tags.map((tag) => (
            <Row key={tag.id} tag={tag} onAsk={ask} />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <p ref={end} className={table.more}>
          {t('unclaimed.more')}
        </p>
      )}
      <p className={styles.aside}>
        <Button size="small" onClick={() => ask({ dialog: 'ignored' })}>
          {t('unclaimed.ignoredTags')}
        </Button>
      </p>
      {open?.dialog === 'ignored' && (
        <IgnoredTags onRestored={(name) => finish({ as: 'restored', name })} onClose={close} />
      )}
      {open?.dialog === 'claim' && <ClaimDialog tag={open.tag} onDone={finish} onClose={close} />}
      {open?.dialog === 'ignore' && (
        <Ignore tag={open.tag} onDone={() => finish({ as: 'ignored', name: nameOfTag(open.tag) })} onClose={close} />
      )}
    </section>
  )
}

function Row({ tag, onAsk }: { tag: UnclaimedTag; onAsk: (what: Open) => void }) {
  const t = useT()
  const readings = [
    tag.temperature !== null && t('unclaimed.celsius', { value: tag.temperature.toFixed(1).replace('-', '−') }),
    tag.battery !== null && t('unclaimed.batteryIs', { value: Math.round(tag.battery) }),
  ].filter(Boolean)
  return (
    <tr>
      <td className={table.main}>
        <span className={styles.make}>
          <strong>{tag.name || tag.make || t('unclaimed.noMake')}</strong>
          {tag.name !== '' && tag.make !== '' && <span className={styles.by}>{tag.make}</span>}
          {tag.is_encrypted && (
            <span className={styles.sealed}>
              <Glyph icon={IconLock} size={13} />
              {t('unclaimed.encrypted')}
            </span>
          )}
          {tag.is_ambiguous && <Tag tone="warn">{t('unclaimed.ambiguous')}</Tag>}
        </span>
        <small className={styles.identity} translate="no">
          {tag.radio_identity}
        </small>
        {readings.length > 0 && <small className="wb-num">{readings.join(' · ')}</small>}
        {tag.is_ambiguous && <small>{t('unclaimed.ambiguousWhy')}</small>}
      </td>
      <td>{tag.rssi === null ? '–' : <Signal rssiDbm={Math.round(tag.rssi)} />}</td>
      <td className={styles.sender}>{tag.sender_name}</td>
      <td className={table.time}>
        <Ago at={tag.last_seen} />
      </td>
      <td className={styles.end}>
        <div>
          <Button
            size="small"
            aria-label={t('unclaimed.claimOf', { name: nameOfTag(tag) })}
            onClick={() => onAsk({ dialog: 'claim', tag })}
          >
            {t('unclaimed.claim')}
          </Button>
          <IconButton
            size="small"
            label={t('unclaimed.ignoreOf', { name: nameOfTag(tag) })}
            onClick={() => onAsk({ dialog: 'ignore', tag })}
          >
            <Glyph icon={IconEyeOff} size={16} />
          </IconButton>
        </div>
      </td>
    </tr>
  )
}

function Ignore({ tag, onDone, onClose }: { tag: UnclaimedTag; onDone: () => void; onClose: () => void }) {
  const t = useT()
  const ignore = useIgnore()
  return (
    <ConfirmDialog
      isDangerous
      title={t('unclaimed.ignoreTitle')}
      verb={t('unclaimed.ignore')}
      isPending={ignore.isPending}
      failure={ignore.error}
      onConfirm={() => ignore.mutate(tag.id, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p translate="no">{nameOfTag(tag)}</p>
      <p>{t('unclaimed.ignoreHint')}</p>
    </ConfirmDialog>
  )
}
