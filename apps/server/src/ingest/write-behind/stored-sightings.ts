/** Sightings as their hot row keeps them: short, since every hot row that is written carries them. */
import { newestMsOf, type StationSightings } from '@whereabouts/positioning/sightings'

/** The newest sighting's time (epoch ms), then by station its id and, for each sighting, dBm and age against that (ms). */
export type StoredSightings = readonly [] | readonly [newestMs: number, ...stations: StoredStation[]]
type StoredStation = readonly [stationId: string, ...rssiAndAge: number[]]

/** As JSON. Written by hand: of a busy tracker it takes a third of what a serialiser does. */
export function toStored(sightings: readonly StationSightings[]): string {
  if (sightings.length === 0) return '[]'
  const newestMs = newestMsOf(sightings)
  let text = `[${newestMs}`
  for (const { stationId, rssiDbm, scannedAtMs } of sightings) {
    text += `,[${JSON.stringify(stationId)}`
    for (let index = 0; index < rssiDbm.length; index += 1)
      text += `,${rssiDbm[index]},${newestMs - scannedAtMs[index]!}`
    text += ']'
  }
  return `${text}]`
}

export function fromStored([newestMs, ...stations]: StoredSightings): readonly StationSightings[] {
  return stations.map(([stationId, ...rssiAndAge]) => ({
    stationId,
    rssiDbm: rssiAndAge.filter((_, index) => index % 2 === 0),
    scannedAtMs: rssiAndAge.filter((_, index) => index % 2 === 1).map((ageMs) => newestMs! - ageMs),
  }))
}

/** The same as `toStored`, as a value. */
export const storedOf = (sightings: readonly StationSightings[]): StoredSightings => JSON.parse(toStored(sightings))
