/** A station by its photo, else by its symbol. Decoration: name and status stand beside it. */
import type { Station } from '@whereabouts/contract/stations'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import { usePicture } from '../pictures/use-picture.ts'

interface StationPictureProps {
  readonly station: Station
  readonly status: TrackerStatus
  /** Of the symbol, in pixels. */
  readonly size: number
}

export function StationPicture({ station, status, size }: StationPictureProps) {
  const photo = usePicture(station.photo)
  if (photo === undefined) return <MarkerSymbol kind="station" state={status} size={size} hasBadge={false} />
  const edge = Math.round(size * 1.2)
  return <img src={photo} alt="" width={edge} height={edge} style={{ flex: 'none', borderRadius: '50%' }} />
}
