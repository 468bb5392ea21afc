/** How radio grows weak with distance: the log-distance model. Source: wire formats §0, Distance from RSSI. */

/** Received strength of a usual tag at one metre (dBm). Source: ESPresense's default for iBeacons. */
const REFERENCE_RSSI_DBM = -59
/** Exponent of indoor loss. Source: ESPresense's default absorption. */
const EXPONENT = 2.7

/** Power as a factor of one milliwatt. */
export const milliwatts = (rssiDbm: number): number => 10 ** (rssiDbm / 10)

/** Distance that a strength speaks of, in metres. A hint: walls and bodies change it by half and double. */
export const rangeMetres = (rssiDbm: number): number => 10 ** ((REFERENCE_RSSI_DBM - rssiDbm) / (10 * EXPONENT))
