/** What kind of event it is, as shape and colour; its word stands beside it. Source: design language §3, §13.6, §13.7. */
import type { NotificationType } from '@whereabouts/domain/alarms'
import type { ReactNode } from 'react'
import { StateShape } from '../../map/marker-symbol.tsx'
import { STATE_SHAPES } from '../../map/shapes.ts'

const triangle = <StateShape state="attention" />
const battery = (
  <g>
    <path d={STATE_SHAPES.batteryCase} fill="none" stroke="var(--wb-warn)" strokeWidth="1.3" />
    <path d={STATE_SHAPES.batteryCharge} fill="var(--wb-warn)" />
    <path d={STATE_SHAPES.batteryTip} fill="var(--wb-warn)" />
  </g>
)
const warmer = (
  <g fill="var(--wb-bad)">
    <path d="M6 1.2 11 9H1z" />
    <rect x="1.5" y="10" width="9" height="1.4" rx=".7" />
  </g>
)
const colder = (
  <g fill="var(--wb-cold)">
    <path d="M6 10.8 11 3H1z" />
    <rect x="1.5" y=".6" width="9" height="1.4" rx=".7" />
  </g>
)
const information = (
  <g>
    <rect x="1" y="1" width="10" height="10" rx="2.4" fill="var(--wb-cold)" />
    <path d="M6 5.4v3.2" stroke="var(--wb-surface)" strokeWidth="1.5" strokeLinecap="round" />
    <circle cx="6" cy="3.4" r=".85" fill="var(--wb-surface)" />
  </g>
)

const SHAPES: Record<NotificationType, ReactNode> = {
  device_offline: <StateShape state="offline" />,
  enter_danger_zone: triangle,
  help: triangle,
  high_temperature: warmer,
  low_temperature: colder,
  back_to_normal: <StateShape state="connected" />,
  station_online: <StateShape state="connected" />,
  low_battery: battery,
  disengage: <StateShape state="connected" />,
  test: information,
  webhook_off: information,
}

export const AlarmIcon = ({ type, size = 15 }: { type: NotificationType; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 12 12" style={{ display: 'block', flex: 'none' }} aria-hidden="true">
    {SHAPES[type]}
  </svg>
)
