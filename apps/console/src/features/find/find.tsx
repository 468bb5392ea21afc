/** The header's way to a device, a station or a map, on every page; it opens by `/` too. Design language §2, §11. */
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { areSingleKeysOn, useSingleKeys } from '../../lib/single-keys.ts'
import { isDialogOpen, takesKeys } from '../../lib/takes-keys.ts'
import { useStore } from '../../lib/use-store.ts'
import { find as texts } from '../../locales/find.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SiteProvider, useSite } from '../live/site-view.ts'
import styles from './find.module.css'
import { type Found, finder, isFinding, isFoundElsewhere } from './finder.ts'

addTexts(texts)

const FindDialog = lazyComponent(() => import('./find-dialog.tsx'), 'FindDialog')

/** Where a kind is listed; devices are unless told. */
const LIST_OF = { device: {}, station: { list: 'stations' }, map: { list: 'maps' } } as const

export function Find() {
  const t = useT()
  const router = useRouter()
  const live = useSite()
  const page = useStore(finder)
  const isOpen = useStore(isFinding)
  const hasKeys = useSingleKeys()
  const site = page?.site ?? live
  const hasStations = site.may('viewStations')
  const label = t(hasStations ? 'find.any' : 'find.devices')
  useFindKey()
  // There at once when it is asked for, and in nobody's way before.
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(() => void FindDialog.preload())
    return () => cancelIdleCallback(idle)
  }, [])

  const open = ({ kind, id }: Found) => {
    if (page) return page.choose({ kind, id })
    isFoundElsewhere.set(true)
    void router.navigate(mapPath({ ...LIST_OF[kind], [kind]: id }))
  }
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-keyshortcuts={hasKeys ? '/' : undefined}
        onClick={() => isFinding.set(true)}
      >
        <Glyph icon={IconSearch} size={16} />
        <span>{label}</span>
        {hasKeys && <kbd>/</kbd>}
      </button>
      {isOpen && (
        <SiteProvider value={site}>
          <FindDialog label={label} hasStations={hasStations} onClose={() => isFinding.set(false)} onChoose={open} />
        </SiteProvider>
      )}
    </>
  )
}

function useFindKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || takesKeys(document.activeElement) || !areSingleKeysOn() || isDialogOpen()) return
      event.preventDefault()
      isFinding.set(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
