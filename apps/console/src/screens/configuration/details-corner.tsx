/** Where the details of a row stand, and their way through the table: previous, next, close. */
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageDrawer } from './page.tsx'
import type { SlotList } from './slot-list.ts'

interface DetailsProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Beside the page from 1200 px on, over it below. Design language §9. The other place is another element: while a dialog of
 * the details is open or one of their fields has the focus, they stay where they are, and nothing that was typed is lost.
 */
export function Details({ label, onClose, children }: DetailsProps) {
  const isWide = useMedia('(min-width: 1200px)')
  const [isBeside, setIsBeside] = useState(isWide)
  const content = useRef<HTMLDivElement>(null)
  const settle = useCallback(() => {
    const isInUse = content.current?.querySelector('dialog[open], :is(input, select, textarea):focus')
    if (!isInUse) setIsBeside(isWide)
  }, [isWide])
  useEffect(settle, [settle])

  const drawer = (
    <Drawer key={isBeside ? 'beside' : 'over'} label={label} isModal={!isBeside} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the focus come back from a dialog, or leave a field */}
      <div ref={content} style={{ display: 'contents' }} onFocus={settle} onBlur={settle}>
        {children}
      </div>
    </Drawer>
  )
  return isBeside ? <PageDrawer>{drawer}</PageDrawer> : drawer
}

interface DetailsCornerProps {
  readonly list: SlotList
  readonly id: string
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

export function DetailsCorner({ list, id, onOpen, onClose }: DetailsCornerProps) {
  const t = useT()
  const index = list.indexOf(id)
  // What is not listed, as after a search, has no neighbours.
  const neighbour = (by: number) => (index < 0 ? undefined : list.idAt(index + by))
  const step = (by: number) => {
    const next = neighbour(by)
    if (next !== undefined) onOpen(next)
  }
  // Disabled buttons lose the focus; these only do nothing at the ends.
  const stays = (by: number) => neighbour(by) === undefined || undefined
  return (
    <>
      <IconButton size="small" label={t('drawer.previous')} aria-disabled={stays(-1)} onClick={() => step(-1)}>
        <Glyph icon={IconChevronUp} size={17} />
      </IconButton>
      <IconButton size="small" label={t('drawer.next')} aria-disabled={stays(1)} onClick={() => step(1)}>
        <Glyph icon={IconChevronDown} size={17} />
      </IconButton>
      <IconButton size="small" label={t('drawer.close')} onClick={onClose}>
        <Glyph icon={IconX} size={17} />
      </IconButton>
    </>
  )
}
