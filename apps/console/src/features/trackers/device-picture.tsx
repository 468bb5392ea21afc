/** A device by its photo, else by its symbol. Decoration: name and status stand beside it. */
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { usePicture } from '../pictures/use-picture.ts'
import { DeviceSymbol } from './device-symbol.tsx'

interface DevicePictureProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
  /** Of the symbol, in pixels; a photo is a little larger, as its round frame is. */
  readonly size: number
}

export const DevicePicture = (props: DevicePictureProps) =>
  // Most have no photo, and asking for none costs a watcher of the cache in each row.
  props.tracker.photo === '' ? <BareSymbol {...props} /> : <Photo {...props} />

const BareSymbol = (props: DevicePictureProps) => <DeviceSymbol {...props} hasBadge={false} />

function Photo(props: DevicePictureProps) {
  const photo = usePicture(props.tracker.photo)
  if (photo === undefined) return <BareSymbol {...props} />
  const edge = Math.round(props.size * 1.2)
  return <img src={photo} alt="" width={edge} height={edge} style={{ flex: 'none', borderRadius: '50%' }} />
}
