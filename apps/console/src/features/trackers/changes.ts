/** What the console tells the server of devices. What an answer says of a row shows at once; the stream says it again. */
import { useMutation } from '@tanstack/react-query'
import type { FailedItem } from '@whereabouts/contract/client'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { trackers } from '@whereabouts/contract/trackers'
import { MAX_BATCH, MAX_SYNC_CONFIGS } from '@whereabouts/domain/paging'
import { refusedOf } from '../../lib/run-each.ts'
import { api } from '../../lib/signed-in-api.ts'
import { type SiteView, useSite } from '../live/site-view.ts'

type AdvSettings = BodyOf<typeof trackers.setAdvSettings>['sync_configs'][number]['adv_settings']
type RemarkMemos = BodyOf<typeof trackers.setRemarks>['items']

const note = (site: SiteView, device_id: string, change: Omit<TrackerDelta, 'device_id'>): void =>
  site.note({ trackers: [{ device_id, ...change }] })

/** One call for as many as it takes (`most`), one call after the other. */
async function inBatches(
  ids: readonly string[],
  most: number,
  call: (ids: string[]) => Promise<unknown>,
): Promise<readonly FailedItem[]> {
  const failed: FailedItem[] = []
  for (let at = 0; at < ids.length; at += most) {
    failed.push(...(await refusedOf(call(ids.slice(at, at + most)))))
  }
  return failed
}

export function useChangeTracker(device_id: string) {
  const site = useSite()
  return useMutation({
    mutationFn: (change: { name: string } | { photo: string }) => api.trackers.change({ id: device_id, body: change }),
    onSuccess: ({ tracker }) => note(site, device_id, { name: tracker.name, photo: tracker.photo }),
  })
}

export const assignClass = (device_ids: readonly string[], class_index: number) =>
  inBatches(device_ids, MAX_BATCH, (ids) => api.trackers.assignClass({ body: { device_ids: ids, class_index } }))

export const saveAdvSettings = (device_ids: readonly string[], adv_settings: AdvSettings) =>
  inBatches(device_ids, MAX_SYNC_CONFIGS, (ids) =>
    api.trackers.setAdvSettings({ body: { sync_configs: ids.map((device_id) => ({ device_id, adv_settings })) } }),
  )

export async function setOfflineAlert(site: SiteView, device_id: string, alert: boolean): Promise<void> {
  await api.trackers.setOfflineAlert({ id: device_id, body: { alert } })
  note(site, device_id, { offline_alert: alert })
}

export async function upgradeTracker(site: SiteView, device_id: string): Promise<void> {
  const { ota_state } = await api.trackers.upgrade({ body: { device_id, mode: 'initial' } })
  note(site, device_id, { ota_state })
}

export async function ringTracker(site: SiteView, device_id: string, ringing: boolean): Promise<void> {
  const { ringing_until_ms } = await api.trackers.ring({ body: { device_id, ringing } })
  note(site, device_id, { ringing_until_ms })
}

/** One mail for all of them, at most MAX_BATCH. Where one is not there, nothing is asked for. */
export const askRemoval = (device_ids: readonly string[]) =>
  refusedOf(api.trackers.removeMany({ body: { device_ids: [...device_ids] } }))

export async function saveRemarks(site: SiteView, device_id: string, items: RemarkMemos): Promise<void> {
  const { remark } = await api.trackers.setRemarks({ id: device_id, body: { items } })
  note(site, device_id, { remark })
}

export async function clearRemarks(site: SiteView, device_id: string): Promise<void> {
  await api.trackers.clearRemarks({ id: device_id })
  note(site, device_id, { remark: [] })
}
