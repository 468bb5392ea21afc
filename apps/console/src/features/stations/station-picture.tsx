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

export const StationPicture = (props: StationPictureProps) =>
  // Most have no photo, and asking for none costs a watcher of the cache in each row.
  props.station.photo === '' ? <BareSymbol {...props} /> : <Photo {...props} />

const BareSymbol = ({ status, size }: StationPictureProps) => (
  <MarkerSymbol kind="station" state={status} size={size} hasBadge={false} />
)

function Photo(props: StationPictureProps) {
  const photo = usePicture(props.station.photo)
  if (photo === undefined) return <BareSymbol {...props} />
  const edge = Math.round(props.size * 1.2)
  return <img src={photo} alt="" width={edge} height={edge} style={{ flex: 'none', borderRadius: '50%' }} />
}
