/** What the console tells the server of stations. What an answer says of a row shows at once; the stream says it again. */
import { useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Station, stations } from '@whereabouts/contract/stations'
import { STATION_BLINK } from '@whereabouts/domain/device-settings'
import { refusedOf } from '../../lib/run-each.ts'
import { api } from '../../lib/signed-in-api.ts'
import { type SiteView, useSite } from '../live/site-view.ts'

export type StationChange = BodyOf<typeof stations.change>

const note = (site: SiteView, station: Partial<Station> & Pick<Station, 't4_id'>): void =>
  site.note({ stations: [station] })

/** A name, a place, a lock. */
export function useChangeStation(t4_id: string) {
  const site = useSite()
  return useMutation({
    mutationFn: (change: StationChange) => api.stations.change({ t4_id, body: change }),
    onSuccess: ({ station }) => note(site, station),
  })
}

/** '' takes the photo away. */
export function useStationPhoto(t4_id: string) {
  const site = useSite()
  return useMutation({
    mutationFn: (photo: string) => api.stations.setPhotos({ id: t4_id, body: { photos: photo === '' ? [] : [photo] } }),
    onSuccess: ({ photo }) => note(site, { t4_id, photo }),
  })
}

export async function blinkStation(site: SiteView, t4_id: string): Promise<void> {
  const { blinking_until_ms } = await api.stations.blink({ t4_id, body: STATION_BLINK })
  note(site, { t4_id, blinking_until_ms })
}

/** One mail for all of them, at most MAX_BATCH. Where one is not there, nothing is asked for; answers those. */
export const askRemoval = (t4_ids: readonly string[]) =>
  refusedOf(api.stations.removeMany({ body: { t4_ids: [...t4_ids] } }))
