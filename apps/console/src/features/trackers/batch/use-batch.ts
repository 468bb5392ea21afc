/** One deed for many devices: asked for, under way, done in part. */
import { useMutation } from '@tanstack/react-query'
import type { FailedItem } from '@whereabouts/contract/client'
import { useEffect, useRef, useState } from 'react'
import { pause } from '../../../lib/pause.ts'
import { runEach } from '../../../lib/run-each.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useSite } from '../../live/site-view.ts'

/** What the dialogs of batches are given. */
export interface BatchProps {
  /** Own devices, in the order of the table. */
  readonly ids: readonly string[]
  /** Closes the dialog; what was ticked stays so. */
  readonly onClose: () => void
}

interface Batch {
  readonly isPending: boolean
  readonly failure: unknown
  /** How many calls of several are answered; undefined where it is one call. */
  readonly doneCount: number | undefined
  /** What was refused of what was done in part. */
  readonly failed: readonly FailedItem[] | undefined
  run(): void
}

/** `done` is told where all of it was done; what failed keeps the dialog open. Closed, it makes no further call. */
export function useBatch(
  { onClose }: BatchProps,
  work: (each: EachCall) => Promise<readonly FailedItem[]>,
  done: string,
): Batch {
  const [doneCount, setDoneCount] = useState<number>()
  const [failed, setFailed] = useState<readonly FailedItem[]>()
  const cut = useRef(new AbortController())
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      cut.current.abort()
    }
  }, [])

  const each: EachCall = (ids, call) => {
    cut.current = new AbortController()
    setDoneCount(0)
    return runEach(ids, call, { signal: cut.current.signal, onDone: setDoneCount, wait: pause })
  }
  const mutation = useMutation({
    mutationFn: () => work(each),
    onSuccess: (refused) => {
      // After the dialog is closed, the table shows the result.
      if (!isShown.current) return
      if (refused.length > 0) return setFailed(refused)
      showToast({ tone: 'success', text: done })
      onClose()
    },
  })
  return {
    isPending: mutation.isPending,
    failure: mutation.error,
    doneCount: mutation.isPending ? doneCount : undefined,
    failed,
    run: () => mutation.mutate(),
  }
}

type EachCall = (ids: readonly string[], call: (id: string) => Promise<unknown>) => Promise<FailedItem[]>

/** Answers what a device is called, or its id where the lists do not know it. */
export function useDeviceName(): (id: string) => string {
  const { store } = useSite()
  return (id) => store.trackers.get(id)?.name ?? id
}
