/** First solver, placeholder interface by the lead so that ingest runs; helper P replaces this file whole. */
export interface Located {
  readonly position: { readonly mapId: string; readonly x: number; readonly y: number }
  readonly accuracyMetres: number
  readonly stationId: string
  readonly method: 'nearest' | 'weighted'
}
export function locateIndoors(input: {
  readonly sightings: readonly { readonly stationId: string; readonly rssiDbm: number; readonly scannedAtMs: number }[]
  readonly stations: {
    get(
      id: string,
    ): { readonly mapId: string; readonly x: number; readonly y: number; readonly metresPerPixel: number | null } | undefined
  }
  readonly nowMs: number
  readonly previous?: { readonly mapId: string; readonly x: number; readonly y: number }
}): Located | undefined {
  const heard = input.sightings
    .map((sighting) => ({ sighting, station: input.stations.get(sighting.stationId) }))
    .filter(({ station }) => station !== undefined)
    .sort((a, b) => b.sighting.rssiDbm - a.sighting.rssiDbm)
  const best = heard[0]
  if (best?.station === undefined) return undefined
  let [weight, x, y] = [0, 0, 0]
  for (const { sighting, station } of heard.slice(0, 4)) {
    if (station === undefined || station.mapId !== best.station.mapId) continue
    const w = 10 ** (sighting.rssiDbm / 20)
    weight += w
    x += w * station.x
    y += w * station.y
  }
  return {
    position: { mapId: best.station.mapId, x: x / weight, y: y / weight },
    accuracyMetres: 5,
    stationId: best.sighting.stationId,
    method: heard.length > 1 ? 'weighted' : 'nearest',
  }
}
