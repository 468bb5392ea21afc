/** A box over the page that answers as one types, over devices, stations and maps. */
import { IconBuilding, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { trackers as trackerTexts } from '../../locales/trackers.ts'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { type SiteStore, useSite } from '../live/site-view.ts'
import { DeviceSymbol } from '../trackers/device-symbol.tsx'
import { locationLine } from '../trackers/location-sentence.ts'
import styles from './find.module.css'
import type { Found } from './finder.ts'

addTexts(trackerTexts)
addTexts(stationTexts)

const MOST_DEVICES = 12
const MOST_STATIONS = 6
const MOST_MAPS = 6

interface Result extends Found {
  readonly name: string
  readonly line: string
  readonly symbol: ReactNode
}

interface FindDialogProps {
  readonly label: string
  readonly hasStations: boolean
  readonly onClose: () => void
  readonly onChoose: (found: Found) => void
}

export function FindDialog({ label, hasStations, onClose, onChoose }: FindDialogProps) {
  const t = useT()
  const { store } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const wanted = useDeferredValue(text.trim())
  const found = wanted === '' ? [] : find(store, wanted, t, hasStations)
  const at = Math.min(active, found.length - 1)

  useEffect(() => dialog.current?.showModal(), [])

  const choose = (one: Result | undefined) => {
    if (!one) return
    onClose()
    onChoose({ kind: one.kind, id: one.id })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((at + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setActive((at - 1 + found.length) % Math.max(1, found.length))
    // The list may still be on its way to what was typed last.
    else if (event.key === 'Enter')
      choose(text.trim() === wanted ? found[at] : find(store, text.trim(), t, hasStations)[0])
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself; the press is on its backdrop
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={styles.box}>
        <div className={styles.field}>
          <Glyph icon={IconSearch} size={18} />
          <input
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={found.length > 0}
            aria-controls={name}
            aria-activedescendant={found.length > 0 ? `${name}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={label}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={pressed}
          />
        </div>
        <div id={name} role="listbox" aria-label={label} className={styles.results}>
          {found.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the text field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the text field points to it by aria-activedescendant
            <div
              key={`${one.kind} ${one.id}`}
              id={`${name}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.result}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(one)}
            >
              <span className={styles.symbol}>{one.symbol}</span>
              <span className={styles.words}>
                <strong>{one.name}</strong>
                <span>{one.line}</span>
              </span>
            </div>
          ))}
        </div>
        <p role="status" className={found.length > 0 ? 'wb-visually-hidden' : styles.hint}>
          {wanted === ''
            ? t('find.hint')
            : found.length === 0
              ? t('find.none', { filter: wanted })
              : t('find.count', { count: found.length })}
        </p>
      </div>
    </dialog>
  )
}

/** The best of each kind, by name. */
function find(store: SiteStore, filter: string, t: Translate, hasStations: boolean): Result[] {
  const query = { sort: 'name', filter, attention: store.attention } as const
  const devices = [...store.trackers.listing(query).slots.subarray(0, MOST_DEVICES)].flatMap((slot): Result[] => {
    const tracker = store.trackers.at(slot)
    if (!tracker) return []
    const status = store.trackers.statusAt(slot)
    return [
      {
        kind: 'device',
        id: tracker.device_id,
        name: tracker.name,
        line: locationLine(t, tracker),
        symbol: <DeviceSymbol tracker={tracker} status={status} size={28} />,
      },
    ]
  })
  const stationSlots = hasStations ? [...store.stations.listing(query).slots.subarray(0, MOST_STATIONS)] : []
  const stations = stationSlots.flatMap((slot): Result[] => {
    const station = store.stations.at(slot)
    if (!station) return []
    return [
      {
        kind: 'station',
        id: station.t4_id,
        name: station.t4_name,
        line: station.map_name || t('stations.station'),
        symbol: <MarkerSymbol kind="station" state={store.stations.statusAt(slot)} size={28} />,
      },
    ]
  })
  const wanted = filter.toLowerCase()
  const maps = store.maps
    .filter((map) => `${map.map_name}\n${map.building}`.toLowerCase().includes(wanted))
    .slice(0, MOST_MAPS)
    .map(
      (map): Result => ({
        kind: 'map',
        id: map.id,
        name: map.map_name,
        line: t('stations.map'),
        symbol: <Glyph icon={IconBuilding} size={20} />,
      }),
    )
  return [...devices, ...stations, ...maps]
}
