/** The symbol of a device as the lists and panels show it. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { deviceKind, type TrackerStatus } from '@whereabouts/domain/trackers'
import { initialsOf } from '../../map/initials.ts'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import { isStale } from '../live/status.ts'
import { colourOfClass, useClasses } from '../tracker-classes/classes.ts'

interface DeviceSymbolProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
  readonly size?: number
  readonly hasBadge?: boolean
}

export function DeviceSymbol({ tracker, status, size = 30, hasBadge = true }: DeviceSymbolProps) {
  const classes = useClasses()
  return (
    <MarkerSymbol
      kind={deviceKind(tracker.device_model)}
      state={status}
      stale={isStale(tracker)}
      colour={colourOfClass(classes, tracker.class_index)}
      initials={initialsOf(tracker.name)}
      size={size}
      hasBadge={hasBadge}
    />
  )
}
