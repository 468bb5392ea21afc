/** Reads recorded data, for the accuracy report and its test. Sources: datasets/README.md. Places are metres; a plan has a pixel a metre. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Place } from './grid.ts'
import type { Floor } from './radio-map.ts'
import type { Fingerprint } from './spots.ts'
import type { SurveySample } from './strength-model.ts'

/** A tag heard by one station, and where it truly was; undefined: nobody measured that. */
export interface RecordedPacket {
  readonly seconds: number
  readonly stationId: string
  readonly rssiDbm: number
  readonly place: Place | undefined
}

export interface RecordedTrack {
  readonly name: string
  readonly packets: readonly RecordedPacket[]
}

/** A straight leg of the path of somebody whose places nobody measured. */
export type Leg = readonly [from: Place, to: Place]

export interface Recording {
  readonly floor: Floor
  /** By station id. */
  readonly survey: ReadonlyMap<string, readonly SurveySample[]>
  readonly tracks: readonly RecordedTrack[]
  /** Seconds between estimates; undefined: one for each time in the recording. */
  readonly estimateEverySeconds: number | undefined
  /** Strengths (dBm) by survey point and station, as often as they were heard there. */
  readonly histograms: readonly (Place & { readonly heard: ReadonlyMap<string, readonly number[]> })[]
}

type Row = Readonly<Record<string, string>>

const SHIPPED = new URL('../datasets/', import.meta.url)
const FLAT_STATIONS = ['1', '2', '3', '4', '5', '6']
const [HALL, FLAT, SECTORS] = ['ble-hall-12stations', 'ble-flat-6stations', 'ble-sectors-28zones']

/** A folder of recordings; without a path the one that comes with this package. */
export const folderOf = (path?: string): URL => (path === undefined ? SHIPPED : pathToFileURL(`${path}/`))

export const hasFile = (folder: URL, path: string): boolean => existsSync(new URL(path, folder))

function readCsv(folder: URL, path: string): readonly Row[] {
  const [header = '', ...lines] = readFileSync(new URL(path, folder), 'utf8').trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

const placeOf = (x: string | undefined, y: string | undefined): Place => ({ x: Number(x), y: Number(y) })

const floorOf = (mapId: string, width: number, height: number, stations: Floor['stations']): Floor => ({
  ...{ mapId, metresPerPixel: 1, width, height, stations },
})

/** A hall of 21 m × 18 m with twelve stations; six walks; 126 surveyed points. */
export function readHall(folder = SHIPPED): Recording {
  const stations = readCsv(folder, `${HALL}/stations.csv`).map(
    (row) => [row.station!, placeOf(row.x_m, row.y_m)] as const,
  )
  const rows = ['fingerprints_set_1', 'fingerprints_set_2'].flatMap((set) =>
    readCsv(folder, `${HALL}/${set}.csv`)
      .filter(({ mean_dbm }) => mean_dbm !== '')
      .map((row) => ({ row, point: `${set} ${row.point}`, place: placeOf(row.x_m, row.y_m) })),
  )
  const tracks = readdirSync(new URL(`${HALL}/tracks/`, folder))
    .sort()
    .map((file) => ({
      name: file.replace('.csv', ''),
      packets: readCsv(folder, `${HALL}/tracks/${file}`).map((row) => ({
        seconds: Number(row.t_s),
        stationId: row.station!,
        rssiDbm: Number(row.rssi_dbm),
        place: placeOf(row.x_m, row.y_m),
      })),
    }))
  const survey = Map.groupBy(rows, ({ row }) => row.station!)
  const points = Map.groupBy(rows, ({ point }) => point)
  return {
    ...{ tracks, estimateEverySeconds: 1, floor: floorOf('hall', 20.7, 17.6, new Map(stations)) },
    survey: new Map(
      [...survey].map(([id, own]) => [
        id,
        own.map(({ row, place }) => ({ ...place, rssiDbm: Number(row.mean_dbm), count: 1 })),
      ]),
    ),
    histograms: [...points.values()].map((own) => ({
      ...own[0]!.place,
      heard: new Map(own.map(({ row }) => [row.station!, strengthsOf(row.histogram!)])),
    })),
  }
}

/** `-70:2 -69:1` as strengths; what is no strength of a radio is left out. */
const strengthsOf = (histogram: string): readonly number[] =>
  histogram.split(' ').flatMap((entry) => {
    const [dbm = 0, times = 0] = entry.split(':').map(Number)
    return dbm < 0 ? Array.from({ length: times }, () => dbm) : []
  })

/** What each of the flat's stations heard in one row; an empty cell is silence. */
const flatStrengths = (row: Row) =>
  FLAT_STATIONS.map((id) => [id, row[`rssi_${id}_dbm`]] as const).filter(([, rssi]) => rssi)

const flatPackets = (rows: readonly Row[], hasPlace: boolean): readonly RecordedPacket[] =>
  rows.flatMap((row) =>
    flatStrengths(row).map(([stationId, rssi]) => ({
      ...{ seconds: Number(row.t_s), stationId, rssiDbm: Number(rssi) },
      place: hasPlace ? placeOf(row.x_m, row.y_m) : undefined,
    })),
  )

/** A flat of 9 m × 7 m with six stations; one robot drive; 4104 surveyed samples. */
export function readFlat(folder = SHIPPED): Recording {
  const stations = readCsv(folder, `${FLAT}/stations.csv`).map((row) => [row.id!, placeOf(row.x, row.y)] as const)
  const survey = new Map<string, SurveySample[]>(FLAT_STATIONS.map((id) => [id, []]))
  for (const row of readCsv(folder, `${FLAT}/calibration.csv`)) {
    for (const [id, rssi] of flatStrengths(row)) {
      survey.get(id)!.push({ ...placeOf(row.x_m, row.y_m), rssiDbm: Number(rssi), count: 1 })
    }
  }
  return {
    ...{ survey, estimateEverySeconds: undefined, histograms: [] },
    floor: floorOf('flat', 9.1, 7.1, new Map(stations)),
    tracks: [{ name: 'robot', packets: flatPackets(readCsv(folder, `${FLAT}/test_robot_part1.csv`), true) }],
  }
}

/** Somebody with the tag on the body walks through the flat; undefined: the folder has no such walk. */
export function readFlatWalk(
  folder: URL,
): { readonly track: RecordedTrack; readonly path: readonly Leg[] } | undefined {
  const file = `${FLAT}/test_walk_part1.csv`
  if (!hasFile(folder, file)) return undefined
  const path = readCsv(folder, `${FLAT}/walk_reference_path.csv`).map(
    ({ x0, y0, x1, y1 }) => [placeOf(x0, y0), placeOf(x1, y1)] as const,
  )
  return { track: { name: 'walk', packets: flatPackets(readCsv(folder, file), false) }, path }
}

/** How likely places of the hall are by its furniture, softly; undefined: the folder has no such plan. */
export function readHallPlan(folder: URL): ((place: Place) => number) | undefined {
  const file = `${HALL}/occupancy_0.5m.csv`
  if (!hasFile(folder, file)) return undefined
  const keyOf = (x: number, y: number) => `${Math.round(2 * x)} ${Math.round(2 * y)}`
  // The column is named the wrong way round: 0 is free floor.
  const free = new Set(
    readCsv(folder, file)
      .filter(({ passable }) => passable === '0')
      .map(({ x_m, y_m }) => keyOf(Number(x_m), Number(y_m))),
  )
  const at = (x: number, y: number) => free.has(keyOf(Math.floor(2 * x) / 2, Math.floor(2 * y) / 2))
  return ({ x, y }) => (at(x, y) || free.has(keyOf(x - 0.25, y - 0.25)) ? 1 : 0.2)
}

export interface SectorSample {
  readonly sector: string
  readonly heard: Fingerprint
}

/** By `power floor`: samples of sectors, those of each in the order they were taken; undefined: the folder has none. */
export function readSectors(folder: URL): ReadonlyMap<string, readonly SectorSample[]> | undefined {
  const file = `${SECTORS}/samples_part1.csv`
  if (!hasFile(folder, file)) return undefined
  const stations = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6']
  const rows = readCsv(folder, file).map((row) => ({
    ...{ power: row.tx_power_dbm!, floor: row.floor!, sector: row.sector! },
    heard: new Map(stations.flatMap((id) => (row[`${id}_dbm`] ? [[id, Number(row[`${id}_dbm`])] as const] : []))),
  }))
  return new Map(
    ['0', '-4', '-8'].flatMap((power) =>
      ['first', 'ground', 'all'].map((floor) => [
        `${power} ${floor}`,
        rows.filter((row) => row.power === power && (floor === 'all' || row.floor === floor)),
      ]),
    ),
  )
}
