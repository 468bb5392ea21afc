/**
 * Receives the archive of everything an account owns and hands it to the person. It goes on while other pages are shown, so it stands
 * outside React. Source: decision 0044; contract api, `EXPORT_PATH`.
 */
import { readAnswer } from '@whereabouts/contract/client'
import { EXPORT_PATH } from '@whereabouts/domain/history'
import { callHeaders, fetchFromServer } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { CANCELLED } from '../../lib/error-text.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { createStore, type Watched } from '../../lib/store.ts'

/** Bytes that have come so far. Failed: `failure` says why; undefined where the answer broke off. */
export type ExportState =
  | { readonly step: 'idle' }
  | { readonly step: 'receiving'; readonly bytes: number }
  | { readonly step: 'done'; readonly bytes: number }
  | { readonly step: 'failed'; readonly failure: unknown }

const state = createStore<ExportState>({ step: 'idle' })
let cut = new AbortController()

export const exportState: Watched<ExportState> = state

export function cancelExport(): void {
  cut.abort()
  state.set({ step: 'idle' })
}

/** One at a time. Never rejects: the state tells. */
export async function startExport(): Promise<void> {
  if (state.get().step === 'receiving') return
  const own = new AbortController()
  cut = own
  state.set({ step: 'receiving', bytes: 0 })
  const end = (last: ExportState) => cut === own && !own.signal.aborted && state.set(last)
  try {
    const file = await receive(own.signal, (bytes) => end({ step: 'receiving', bytes }))
    end({ step: 'done', bytes: file.size })
    downloadFile(`whereabouts-${new Date(serverNowMs()).toISOString().slice(0, 10)}.zip`, file)
  } catch (failure) {
    // Who did not prove who they are has called it off.
    const isCalledOff = (failure as { info?: string }).info === CANCELLED
    end(isCalledOff ? { step: 'idle' } : { step: 'failed', failure })
  }
}

/** Rejects with a CallError where it is refused, and with a TypeError where it breaks off. */
async function receive(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  const response = await fetchFromServer(`/v3${EXPORT_PATH}`, { headers: callHeaders(), signal })
  if (!response.ok || response.body === null) return readAnswer(response, await response.text())
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, out) {
        bytes += piece.length
        onBytes(bytes)
        out.enqueue(piece)
      },
    }),
  )
  return new Response(counted, { headers: { 'content-type': 'application/zip' } }).blob()
}
