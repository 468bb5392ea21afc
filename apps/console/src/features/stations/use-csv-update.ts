/** The batch update of stations on its way: a file is read and planned, looked over, written row by row. Source: G53. */
import type { FailedItem } from '@whereabouts/contract/client'
import { useEffect, useRef, useState } from 'react'
import { utf8Text } from '../../lib/csv-read.ts'
import { pause } from '../../lib/pause.ts'
import { runEach } from '../../lib/run-each.ts'
import { api } from '../../lib/signed-in-api.ts'
import { showError } from '../../lib/toasts.ts'
import { useSite } from '../live/site-view.ts'
import { type PlannedRow, planUpdate, type UpdatePlan } from './csv-update.ts'

/** Why a file cannot be read at all. */
export interface FileFault {
  readonly kind: 'encoding' | NonNullable<UpdatePlan['fault']>
  readonly name: string
  readonly column?: string | undefined
}

export interface ReadFile {
  readonly name: string
  readonly rows: readonly PlannedRow[]
  readonly ignored: readonly string[]
}

export interface CsvUpdate {
  readonly file: ReadFile | undefined
  readonly fault: FileFault | undefined
  /** Rows that are to be written and have not been. */
  readonly ready: readonly PlannedRow[]
  /** By station id. */
  readonly done: ReadonlySet<string>
  readonly failed: readonly FailedItem[]
  /** How many of how many, while it runs. */
  readonly progress: { readonly done: number; readonly count: number } | undefined
  /** What ended it that has nothing to do with single stations. */
  readonly failure: unknown
  choose(file: File): Promise<void>
  clear(): void
  start(): Promise<void>
  stop(): void
}

export function useCsvUpdate(): CsvUpdate {
  const { store, note } = useSite()
  const [file, setFile] = useState<ReadFile>()
  const [fault, setFault] = useState<FileFault>()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<readonly FailedItem[]>([])
  const [progress, setProgress] = useState<CsvUpdate['progress']>()
  const [failure, setFailure] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const failedIds = new Set(failed.map(({ id }) => id))
  const ready = (file?.rows ?? []).filter(
    ({ change, station }) => change && station && !done.has(station.t4_id) && !failedIds.has(station.t4_id),
  )
  const take = (next: ReadFile | undefined, nextFault: FileFault | undefined) => {
    setFile(next)
    setFault(nextFault)
    setDone(new Set())
    setFailed([])
    setFailure(undefined)
  }

  return {
    file,
    fault,
    ready,
    done,
    failed,
    progress,
    failure,
    async choose(chosen) {
      const { name } = chosen
      // A file that went, or changed, since it was chosen cannot be read.
      const bytes = await chosen.arrayBuffer().catch(showError)
      if (bytes === undefined) return
      const text = utf8Text(bytes)
      if (text === undefined) return take(undefined, { kind: 'encoding', name })
      const plan = planUpdate(text, { stations: store.stations.rows(), maps: store.maps })
      if (plan.fault !== undefined) return take(undefined, { kind: plan.fault, name, column: plan.column })
      // The wording of the specification, by which reports of this console are searched.
      if (plan.rows.some(({ problem }) => problem?.kind === 'map')) console.error('Can not find correct map name')
      take({ name, ...plan }, undefined)
    },
    clear: () => take(undefined, undefined),
    async start() {
      const control = new AbortController()
      running.current = control
      setFailure(undefined)
      setProgress({ done: 0, count: ready.length })
      const rows = new Map(ready.map((row) => [row.station?.t4_id ?? '', row]))
      let last = Promise.resolve()
      try {
        const refused = await runEach([...rows.keys()], inOrder, {
          signal: control.signal,
          wait: pause,
          onDone: (count) => setProgress({ done: count, count: rows.size }),
        })
        setFailed((before) => [...before, ...refused])
      } catch (error) {
        // What was about to be sent is not: those rows stay ready for another start.
        control.abort()
        setFailure(error)
      } finally {
        setProgress(undefined)
      }
      // In the order of the file: a row may take the name that one before it gives up.
      function inOrder(t4_id: string): Promise<void> {
        const written = last.then(() => write(t4_id))
        last = written.catch(() => {})
        return written
      }
      async function write(t4_id: string) {
        const body = rows.get(t4_id)?.change
        if (body === undefined || control.signal.aborted) return
        const { station } = await api.stations.change({ t4_id, body })
        note({ stations: [station] })
        setDone((before) => new Set([...before, t4_id]))
      }
    },
    stop: () => running.current?.abort(),
  }
}
