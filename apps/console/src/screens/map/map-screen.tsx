/** The map screen: list, details and map side by side; on phones the map with a sheet. Source: design language §13.2, §13.3. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { configQuery } from '../../features/auth/queries.ts'
import { useLive } from '../../features/live/hooks.ts'
import { useSite } from '../../features/live/site-view.ts'
import { TimeBar } from '../../features/time-machine/time-bar.tsx'
import { TimeMachineButton } from '../../features/time-machine/time-machine-button.tsx'
import { useTimeMachine } from '../../features/time-machine/time-travel.tsx'
import { ClassPanel } from '../../features/tracker-classes/class-panel.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useStore } from '../../lib/use-store.ts'
import { map as texts } from '../../locales/map.ts'
import { canDrawMaps } from '../../map/can-draw-maps.ts'
import { DEMO_TOWN } from '../../map/demo-town.ts'
import type { MapStage } from '../../map/stage.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { offsetOfNow } from './clear-of-alert.ts'
import { DetailPanel } from './detail-panel.tsx'
import { DisplayToolbar } from './display-toolbar.tsx'
import { EmptyState } from './empty-state.tsx'
import { FloorStrip } from './floor-strip.tsx'
import type { KeyAction } from './keys.ts'
import { ListPanel } from './list-panel.tsx'
import { LoadingNote } from './loading-note.tsx'
import styles from './map.module.css'
import { mapInsets } from './map-insets.ts'
import { MarkerPopup, type PopupControl } from './marker-popup.tsx'
import { NotificationPanel } from './notification-panel.tsx'
import { FloorActions, OpenMapChip } from './open-map-chip.tsx'
import type { OtherSide } from './other-side.tsx'
import { PhoneSheet, type SheetSize } from './phone-sheet.tsx'
import { RollCallButton } from './roll-call-button.tsx'
import type { RowListControl } from './row-list.tsx'
import { type ScaleControl, ScaleLine } from './scale-line.tsx'
import type { Selection } from './selection.ts'
import { changeDisplay, display as displayStore, flip } from './toggles.ts'
import { useAddress } from './use-address.ts'
import { useBuilding } from './use-building.ts'
import { useFinder, useFoundElsewhere } from './use-finder.ts'
import { useKeys } from './use-keys.ts'
import { useWish } from './use-wish.ts'
import { useWall, WallClock } from './wall.tsx'
import { type Whereabouts, whereaboutsOf } from './whereabouts.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

addTexts(texts)

const MapView = lazyComponent(() => import('./map-view.tsx'), 'default')

/** Where a kind is listed. */
const TAB_OF = { device: 'devices', station: 'stations', map: 'maps' } as const

export function MapScreen() {
  const t = useT()
  const site = useSite()
  const timeMachine = useTimeMachine()
  const hasStations = site.may('viewStations')
  const config = useQuery(configQuery)
  const { store } = useLive()
  const shown = useStore(displayStore)
  const isPhone = useMedia('(max-width: 767px)')
  const { tab, selection, setTab, select } = useAddress()

  const [stage, setStage] = useState<MapStage>()
  const [canDraw] = useState(canDrawMaps)
  const [openMapId, setOpenMapId] = useState<string | null>(selection?.kind === 'map' ? selection.id : null)
  const [goal, setGoal] = useState<Whereabouts | null>(null)
  const [isDetailOpen, setIsDetailOpen] = useState(false)
  const [followedId, setFollowedId] = useState<string | null>(null)
  const [sheet, setSheet] = useState<SheetSize>(selection?.kind === 'map' ? 'peek' : 'half')
  const popup = useRef<PopupControl>(null)
  const scale = useRef<ScaleControl>(null)
  const list = useRef<RowListControl>(null)
  const screen = useRef<HTMLElement>(null)

  const thing = selection === null || selection.kind === 'map' ? null : { ...selection, kind: selection.kind }
  const openMap = store.maps.find(({ id }) => id === openMapId)
  const isListDrawn = useIdleAfter(store.trackers.count > 0 || store.status.devices !== 'loading')
  const wanted = thing ? whereaboutsOf(store, thing, 'globe') : undefined
  const onPlan = thing ? whereaboutsOf(store, thing, 'plan') : undefined
  const wall = useWall(site.isLive && openMap !== undefined, openMapId !== null && openMapId === shown.homeMapId)
  const isWall = wall.isOn
  const half = Math.round(window.innerHeight / 2)
  const insets = mapInsets({
    ...{ isWall, isPhone, isLive: site.isLive, isIndoors: openMap !== undefined, sheet, half },
    hasClassPanel: shown.classes,
  })

  useEffect(() => {
    if (selection?.kind === 'map') setOpenMapId(selection.id)
  }, [selection])

  /**
   * Turns the map to what was chosen: the floor it stands on, or where that lies outdoors; else its place. What was never placed has no
   * marker that a popup could stand at: its details open.
   */
  const show = (chosen: Selection, side: 'plan' | 'globe' = 'plan') => {
    if (chosen.kind === 'map') {
      setOpenMapId(chosen.id)
      return
    }
    const where = whereaboutsOf(store, chosen, side)
    if (where) setOpenMapId(where.on === 'plane' ? where.mapId : null)
    else setIsDetailOpen(true)
    setGoal(where ?? null)
  }
  const choose = (chosen: Selection) => {
    if (chosen.id !== followedId) setFollowedId(null)
    select(chosen)
    show(chosen)
    if (isPhone) setSheet(chosen.kind === 'map' ? 'peek' : 'half')
  }
  const open = (chosen: Selection) => {
    if (chosen.id !== selection?.id) choose(chosen)
    setIsDetailOpen(chosen.kind !== 'map')
  }
  const deselect = () => {
    setIsDetailOpen(false)
    setFollowedId(null)
    select(null)
  }
  const pressMarker = (id: string) => {
    const kind = store.trackers.get(id) ? 'device' : 'station'
    if (id !== followedId) setFollowedId(null)
    select({ kind, id })
    if (isPhone) setSheet('half')
  }
  const closeMap = () => {
    setOpenMapId(null)
    if (selection?.kind === 'map') select(null)
  }
  const follow = () => {
    if (!thing) return
    const isOn = followedId === thing.id
    setFollowedId(isOn ? null : thing.id)
    if (!isOn) show(thing, openMapId === null ? 'globe' : 'plan')
  }
  const fit = async () => {
    if (!stage) return
    if (openMap) return stage.camera.fitPlane(insets)
    const extent = await site.markers.extentOf(null)
    if (extent) stage.camera.fit(extent, insets, true)
  }

  useFinder((chosen) => {
    choose(chosen)
    setTab(TAB_OF[chosen.kind])
    // The keys go on from what was found, once its row stands and the dialog has given the focus back.
    requestAnimationFrame(() => requestAnimationFrame(() => list.current?.focus()))
  })
  useFoundElsewhere(store.status.devices !== 'loading' && store.status.maps !== 'loading', list)
  useWish(store.status.devices !== 'loading', isPhone, (id) => choose({ kind: 'device', id }))

  // A goal is gone to once the map it lies on is open: the stage opens maps in an effect of its own, before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: going there again needs a new goal
  useEffect(() => {
    if (!stage || !goal) return
    const offset = isPhone ? ([0, -half / 2 + 30] as const) : offsetOfNow()
    if (goal.on === 'plane' && goal.mapId === openMapId) stage.camera.goToOnPlane(goal.x, goal.y, offset)
    if (goal.on === 'globe' && openMapId === null) stage.camera.goTo(goal.longitude, goal.latitude, offset)
  }, [stage, goal, openMapId])

  const homeMapId = store.maps.some(({ id }) => id === shown.homeMapId) ? shown.homeMapId : null
  useFirstView(stage, store.status.devices !== 'loading' && store.status.maps !== 'loading', async () => {
    if (thing) show(thing)
    if (wanted) return
    if (openMapId !== null) return
    if (homeMapId !== null) return setOpenMapId(homeMapId)
    const extent = await site.markers.extentOf(null)
    if (extent) stage?.camera.fit(extent, insets)
    // Nothing stands on the globe: the site is known by its floors only.
    else if (store.maps[0]) setOpenMapId(store.maps[0].id)
  })

  const keepFollowing = () => {
    if (followedId === null || !thing) return
    const where = whereaboutsOf(store, thing, 'plan')
    if (openMapId !== null && where?.on === 'plane' && where.mapId !== openMapId) show(thing)
    else stage?.follow(followedId)
  }

  useKeys((action: KeyAction) => {
    switch (action.do) {
      case 'tab':
        return action.tab === 'stations' && !hasStations ? undefined : setTab(action.tab)
      case 'flip':
        return flip(action.toggle)
      case 'step':
        return list.current?.step(action.by)
      case 'press':
        return screen.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${action.key}"]`)?.click()
      case 'follow':
        return thing?.kind === 'device' ? follow() : undefined
      case 'timeMachine':
        return timeMachine.player === undefined ? timeMachine.open?.() : timeMachine.leave()
      case 'zoomIn':
        return stage?.camera.zoomIn()
      case 'zoomOut':
        return stage?.camera.zoomOut()
      case 'fit':
        return void fit()
      case 'close':
        if (isDetailOpen) return setIsDetailOpen(false)
        if (thing) return deselect()
        return closeMap()
    }
  })

  // Indoors, and known where that is outdoors: one press leads from one to the other.
  const isOnItsPlan = onPlan?.on === 'plane' && openMapId === onPlan.mapId
  const otherSide: OtherSide | undefined =
    thing && canDraw && onPlan?.on === 'plane' && (!isOnItsPlan || wanted?.on === 'globe')
      ? { to: isOnItsPlan ? 'globe' : 'plan', go: () => show(thing, isOnItsPlan ? 'globe' : 'plan') }
      : undefined

  const listPanel = (
    <ListPanel
      tab={tab === 'stations' && !hasStations ? 'devices' : tab}
      onTab={setTab}
      hasStations={hasStations}
      selection={selection}
      onSelect={choose}
      onOpen={open}
      onReload={site.reload}
      control={list}
    />
  )
  const detailPanel = thing && (
    <DetailPanel
      selection={thing}
      isFollowed={followedId === thing.id}
      onFollow={canDraw && thing.kind === 'device' && wanted ? follow : undefined}
      onStep={shown.list || isPhone ? (by) => list.current?.step(by) : undefined}
      onDevice={(id) => choose({ kind: 'device', id })}
      otherSide={otherSide}
      onClose={isPhone ? deselect : () => setIsDetailOpen(false)}
    />
  )
  const building = useBuilding(stage, store.maps, openMap ?? store.maps.find(({ id }) => id === wantedMapIdOf(wanted)))
  const floorActions = openMap && (
    <FloorActions
      isHome={openMap.id === shown.homeMapId}
      onHome={() => changeDisplay({ homeMapId: openMap.id === shown.homeMapId ? '' : openMap.id })}
      onWall={site.isLive ? wall.start : undefined}
      onClose={closeMap}
    />
  )
  const isDetailShown = !isWall && detailPanel !== null && (isPhone || isDetailOpen || !canDraw)

  return (
    <main
      ref={screen}
      className={styles.screen}
      tabIndex={-1}
      data-detail={isDetailShown || undefined}
      data-sheet={isPhone ? sheet : undefined}
      data-past={!site.isLive || undefined}
    >
      <h1 className="wb-visually-hidden">{t('map.region')}</h1>
      {!isPhone && shown.list && !isWall && <div className={styles.list}>{listPanel}</div>}
      {!isPhone && isDetailShown && <div className={styles.detail}>{detailPanel}</div>}
      <div className={styles.stage}>
        {canDraw ? (
          config.isFetched &&
          isListDrawn && (
            <MapView
              styleAddress={config.data?.map_style_url ?? ''}
              townAddress={config.data?.demo ? DEMO_TOWN : ''}
              display={shown}
              hasStations={hasStations}
              selection={selection}
              openMap={openMap}
              wantedMapId={wantedMapIdOf(wanted)}
              insets={insets}
              namesSelected={isDetailShown}
              isWall={isWall}
              onStage={setStage}
              onMarker={pressMarker}
              onGround={() => !isDetailOpen && thing && deselect()}
              onMovedByHand={() => setFollowedId(null)}
              onFrame={() => {
                popup.current?.move()
                scale.current?.move()
              }}
              onDrawn={keepFollowing}
            />
          )
        ) : (
          <div className={styles.fallback}>
            <EmptyState drawing="map" title={t('map.noWebGl')} hint={t('map.noWebGlHint')} />
          </div>
        )}
        {isWall && openMap && <WallClock name={openMap.map_name} />}
        {!isWall && (
          <div className={styles.topLeft}>
            <div className={styles.tools}>
              <DisplayToolbar hasStations={hasStations} />
              <div className={styles.actions}>
                <TimeMachineButton />
                {site.may('takeRollCall') && <RollCallButton />}
              </div>
            </div>
            {openMap && <OpenMapChip map={openMap} hasStations={hasStations} actions={floorActions} />}
            <FloorStrip building={building} openMapId={openMapId} onOpen={setOpenMapId} actions={floorActions} />
          </div>
        )}
        <LoadingNote />
        <TimeBar />
        {shown.notifications && !isWall && (
          <NotificationPanel onClose={() => changeDisplay({ notifications: false })} />
        )}
        {shown.classes && !isWall && (
          <div className={styles.bottomLeft}>
            <ClassPanel
              hidden={shown.hiddenClasses}
              mapId={openMapId}
              onHidden={(hiddenClasses) => changeDisplay({ hiddenClasses })}
              onClose={() => changeDisplay({ classes: false })}
            />
          </div>
        )}
        {stage && !isWall && (
          <>
            <ScaleLine stage={stage} isIndoors={openMap !== undefined} control={scale} />
            <ZoomButtons
              isIndoors={openMap !== undefined}
              onIn={() => stage.camera.zoomIn()}
              onOut={() => stage.camera.zoomOut()}
              onFit={() => void fit()}
            />
            {thing && !isDetailShown && (
              <MarkerPopup
                key={thing.id}
                stage={stage}
                kind={thing.kind}
                id={thing.id}
                isFollowed={followedId === thing.id}
                control={popup}
                onFollow={follow}
                onDetails={() => setIsDetailOpen(true)}
                onDevice={(id) => choose({ kind: 'device', id })}
                otherSide={otherSide}
                onClose={deselect}
              />
            )}
          </>
        )}
      </div>
      {isPhone && !isWall && (
        <PhoneSheet size={sheet} onSize={setSheet}>
          {detailPanel ? (
            <div className={styles.detail}>{detailPanel}</div>
          ) : (
            <div className={styles.list}>{listPanel}</div>
          )}
        </PhoneSheet>
      )}
    </main>
  )
}

/** The canvas may wait for idle time so long (ms). */
const IDLE_WITHIN_MS = 400

/** True once this holds and what it draws is on the screen: the map's code, whose canvas takes long, runs after the first rows. */
function useIdleAfter(holds: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!holds || isIdle) return
    // Safari knows no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setIsIdle(true), 50)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(() => setIsIdle(true), { timeout: IDLE_WITHIN_MS })
    return () => cancelIdleCallback(idle)
  }, [holds, isIdle])
  return isIdle
}

/** The floor that somebody outdoors is looked for on. */
const wantedMapIdOf = (where: Whereabouts | undefined): string | null => (where?.on === 'globe' ? where.mapId : null)

/** Runs once when the map stands and the first lists are in. */
function useFirstView(stage: MapStage | undefined, isLoaded: boolean, look: () => Promise<void> | void): void {
  const shownOn = useRef<MapStage | undefined>(undefined)
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!stage || !isLoaded || shownOn.current === stage) return
    shownOn.current = stage
    void latest.current()
  }, [stage, isLoaded])
}
