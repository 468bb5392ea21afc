/** How a signal weakens with distance: the log-distance model. Source: wire formats §0, Distance from RSSI. */

/** Received strength of a usual tag at one metre (dBm). Source: ESPresense's default for iBeacons. */
const REFERENCE_RSSI_DBM = -59
/** Exponent of indoor loss. Source: ESPresense's default absorption. */
const EXPONENT = 2.7

/** Power as a factor of one milliwatt. */
export const milliwatts = (rssiDbm: number): number => 10 ** (rssiDbm / 10)

/** The distance that a strength suggests, in metres. A hint: walls and bodies halve or double it. */
export const rangeMetres = (rssiDbm: number): number => 10 ** ((REFERENCE_RSSI_DBM - rssiDbm) / (10 * EXPONENT))
