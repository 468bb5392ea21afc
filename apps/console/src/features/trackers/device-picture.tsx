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

export function DevicePicture({ tracker, status, size }: DevicePictureProps) {
  const photo = usePicture(tracker.photo)
  if (photo === undefined) return <DeviceSymbol tracker={tracker} status={status} size={size} hasBadge={false} />
  const edge = Math.round(size * 1.2)
  return <img src={photo} alt="" width={edge} height={edge} style={{ flex: 'none', borderRadius: '50%' }} />
}
