/** Fixed receivers. Source: specification §4 Station online. */

/** Device type constants of the two onboarding flows. Source: specification §3, Other. */
export const DEVICE_TYPES = { g3: 'g3', t4: 't4' } as const

/** Silence, in seconds, after which a station counts as offline. Source: specification §4, Station online. */
export const STATION_ONLINE_WINDOW_SECONDS = 930

export interface StationContact {
  readonly connection_status: 'connected' | 'disconnected'
  /** Epoch seconds; null: never heard. */
  readonly lastseen_time: number | null
}

/** Online: it reports that it is connected and was heard within the window. Only an online station can blink. */
export const isStationOnline = (station: StationContact, now: number): boolean =>
  station.connection_status === 'connected' &&
  station.lastseen_time !== null &&
  now - station.lastseen_time <= STATION_ONLINE_WINDOW_SECONDS

/** `T4-` and twelve upper-case hex digits. */
export const isStationId = (id: string): boolean => /^T4-[0-9A-F]{12}$/.test(id)
