/** Zones and when somebody is in one. Pure. Source: G73. */

export const ZONE_TYPES = ['danger', 'attendance'] as const
export type ZoneType = (typeof ZONE_TYPES)[number]

export const MAX_POLYGON_POINTS = 200
export const MAX_ZONE_STATIONS = 100
export const MAX_ZONE_HOURS = 21
/** Zones an account may have. */
export const MAX_ZONES = 500
