/** Indoor maps: all of them, or the one of `?map=` to arrange. Source: G13, G52. */
import { IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { useMemo, useState } from 'react'
import cards from '../../features/indoor-maps/map-card.module.css'
import { MapCard } from '../../features/indoor-maps/map-card.tsx'
import { DeleteMap, EditMap, UploadMap } from '../../features/indoor-maps/map-dialogs.tsx'
import { ChangeImage } from '../../features/indoor-maps/map-image.tsx'
import { PlanEditor } from '../../features/indoor-maps/plan-editor.tsx'
import { usePlacing } from '../../features/indoor-maps/use-placing.ts'
import { useLive } from '../../features/live/hooks.ts'
import { useSite } from '../../features/live/site-view.ts'
import { useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList } from '../../ui/list-state.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { PageActions, PageContent } from './page.tsx'

type Open = { readonly what: 'upload' } | { readonly what: 'edit' | 'image' | 'delete'; readonly map: IndoorMap }

/** Stations by name, and by the map they stand on; undefined for visitors who get no station list (G34). */
function useStations() {
  const live = useLive()
  return useMemo(() => {
    const { stations, status } = live.store
    if (status.stations === 'none') return undefined
    const byName = Array.from(stations.byName()).flatMap((slot) => stations.at(slot) ?? [])
    const byMap = Map.groupBy(byName, ({ map_id }) => map_id ?? '')
    return { byName, on: (mapId: string): readonly Station[] => byMap.get(mapId) ?? [] }
  }, [live])
}

export default function MapsPage() {
  const { store } = useLive()
  const { map: mapId } = useSearch({ strict: false })
  const map = store.maps.find(({ id }) => id === mapId)
  return map ? <OneMap key={map.id} map={map} /> : <AllMaps />
}

function AllMaps() {
  const t = useT()
  const navigate = useNavigate()
  const { store } = useLive()
  const stations = useStations()
  const site = useSite()
  const canChange = site.may('manageSite')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const upload = (
    <Button tone="primary" icon={<Glyph icon={IconUpload} size={16} />} onClick={() => setOpen({ what: 'upload' })}>
      {t('maps.upload')}
    </Button>
  )
  return (
    <PageContent hint={t('maps.hint')}>
      {canChange && store.maps.length > 0 && <PageActions>{upload}</PageActions>}
      {store.status.maps === 'loading' && <p role="status">{t('maps.loading')}</p>}
      {store.status.maps === 'failed' && (
        <EmptyList
          title={t('maps.failed')}
          action={<Button onClick={() => void site.reload()}>{t('form.retry')}</Button>}
        />
      )}
      {store.status.maps === 'ready' && store.maps.length === 0 && (
        <EmptyList title={t('maps.none')} hint={t('maps.noneHint')} action={canChange && upload} />
      )}
      <ul className={cards.cards} aria-label={t('maps.list')}>
        {store.maps.map((map) => (
          <MapCard
            key={map.id}
            map={map}
            stations={stations?.on(map.id)}
            canChange={canChange}
            on={{
              image: () => setOpen({ what: 'image', map }),
              edit: () => setOpen({ what: 'edit', map }),
              delete: () => setOpen({ what: 'delete', map }),
            }}
          />
        ))}
      </ul>
      {open?.what === 'upload' && (
        <UploadMap onClose={close} onDone={(id) => void navigate(configurationPath('maps', { map: id }))} />
      )}
      {open?.what === 'edit' && <EditMap map={open.map} onClose={close} />}
      {open?.what === 'image' && <ChangeImage map={open.map} onClose={close} />}
      {open?.what === 'delete' && <DeleteMap map={open.map} stations={stations?.on(open.map.id)} onClose={close} />}
    </PageContent>
  )
}

function OneMap({ map }: { map: IndoorMap }) {
  const t = useT()
  const stations = useStations()
  const { may } = useSite()
  const canPlace = may('manageStations')
  const placing = usePlacing(map, (canPlace ? stations?.byName : undefined) ?? [])
  const formId = 'placing'
  return (
    <PageContent
      width="wide"
      foot={
        placing.count > 0 && (
          <SaveBar
            changed={t('maps.moved', { count: placing.count })}
            form={formId}
            isPending={placing.isSaving}
            onDiscard={placing.discard}
          />
        )
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (placing.isGood && !placing.isSaving) void placing.save()
        }}
      />
      <PlanEditor
        map={map}
        stations={canPlace ? stations?.byName : undefined}
        placing={placing}
        canChange={may('manageSite')}
      />
      <LeaveGuard isChanged={placing.count > 0} />
    </PageContent>
  )
}
