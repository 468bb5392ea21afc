/** Stations on their way to other places on a floor plan, saved together. Source: G52; contract stations.change. */
import type { FailedItem } from '@whereabouts/contract/client'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { useState } from 'react'
import { pause } from '../../lib/pause.ts'
import { runEach } from '../../lib/run-each.ts'
import { api } from '../../lib/signed-in-api.ts'
import { useSite } from '../live/site-view.ts'
import { isOnPlan, type Point } from './plan-geometry.ts'

interface PlacedStation {
  readonly station: Station
  /** Undefined while what was typed is no place. */
  readonly point: Point | undefined
}

export interface Placing {
  /** On this map as the draft has it, by name. */
  readonly placed: readonly PlacedStation[]
  /** Stations that differ from what is saved. */
  readonly count: number
  /** False while a typed place is none on the plan. */
  readonly isGood: boolean
  readonly isSaving: boolean
  readonly failed: readonly FailedItem[]
  readonly failure: unknown
  /** Null takes the station off the map. */
  move(t4_id: string, point: Point | null): void
  discard(): void
  save(): Promise<void>
}

const NOTHING: ReadonlyMap<string, Point | null> = new Map()

export function usePlacing(map: IndoorMap, stations: readonly Station[]): Placing {
  const { note } = useSite()
  /** By t4_id. */
  const [draft, setDraft] = useState(NOTHING)
  const [isSaving, setIsSaving] = useState(false)
  const [failed, setFailed] = useState<readonly FailedItem[]>([])
  const [failure, setFailure] = useState<unknown>()

  const savedPoint = ({ map_id, indoor_X, indoor_Y }: Station): Point | null =>
    map_id !== map.id ? null : { x: indoor_X ?? Number.NaN, y: indoor_Y ?? Number.NaN }
  const pointOf = (station: Station): Point | null => {
    const moved = draft.get(station.t4_id)
    return moved === undefined ? savedPoint(station) : moved
  }
  const isChanged = (station: Station): boolean => {
    const [now, before] = [pointOf(station), savedPoint(station)]
    return now === null || before === null
      ? now !== before
      : !(Object.is(now.x, before.x) && Object.is(now.y, before.y))
  }
  const changed = stations.filter(isChanged)
  const placed = stations.flatMap((station) => {
    const point = pointOf(station)
    return point === null ? [] : [{ station, point: isOnPlan(point, map) ? point : undefined }]
  })

  return {
    placed,
    count: changed.length,
    isGood: changed.every((station) => {
      const point = pointOf(station)
      return point === null || isOnPlan(point, map)
    }),
    isSaving,
    failed,
    failure,
    move(t4_id, point) {
      setDraft((before) => new Map([...before, [t4_id, point]]))
      setFailed([])
    },
    discard() {
      setDraft(NOTHING)
      setFailed([])
      setFailure(undefined)
    },
    async save() {
      const control = new AbortController()
      setIsSaving(true)
      setFailure(undefined)
      const points = new Map(changed.map((station) => [station.t4_id, pointOf(station)]))
      try {
        const refused = await runEach([...points.keys()], write, {
          signal: control.signal,
          wait: pause,
          onDone: () => {},
        })
        setFailed(refused)
      } catch (error) {
        control.abort()
        setFailure(error)
      } finally {
        setIsSaving(false)
      }
      async function write(t4_id: string) {
        const point = points.get(t4_id)
        const body = point ? { map_id: map.id, indoor_X: point.x, indoor_Y: point.y } : { map_id: null }
        const { station } = await api.stations.change({ t4_id, body })
        note({ stations: [station] })
        // Who moved it again meanwhile has that to save still.
        setDraft((before) => new Map([...before].filter(([id, now]) => id !== t4_id || now !== point)))
      }
    },
  }
}
