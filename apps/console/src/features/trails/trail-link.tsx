/** The way to where a device was on a day, for those who may see it. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trailPath } from '../../lib/paths.ts'
import { wallOf } from '../../ui/date-range/ranges.ts'
import { useSession } from '../auth/session-store.ts'
import { useSite } from '../live/site-view.ts'

interface TrailLinkProps {
  readonly deviceId: string
  /** A moment of the day (epoch seconds); left out: the day that the screen shows. */
  readonly at?: number
  readonly className?: string | undefined
  readonly onGo?: (() => void) | undefined
  /** The key that presses it. */
  readonly keyShortcut?: string | undefined
  readonly children: ReactNode
}

export function TrailLink({ deviceId, at, className, onGo, keyShortcut, children }: TrailLinkProps) {
  const { may, isLive, clock } = useSite()
  const { userInfo } = useSession()
  if (!may('viewLocationLogs')) return null
  const moment = at ?? (isLive ? undefined : clock.now())
  const day = moment === undefined || userInfo === undefined ? undefined : wallOf(moment, userInfo.timezone).day
  return (
    <Link {...trailPath(deviceId, day)} className={className} aria-keyshortcuts={keyShortcut} onClick={onGo}>
      {children}
    </Link>
  )
}
