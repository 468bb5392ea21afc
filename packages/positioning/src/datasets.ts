/** Reads the recorded data beside this package, for the accuracy report and its test. Sources: datasets/README.md. */
import { readdirSync, readFileSync } from 'node:fs'
import type { PlacedStation } from './heard.ts'
import type { SurveyPoint } from './radio-map.ts'

/** A tag heard by one station, and where it truly was (metres). */
export interface RecordedPacket {
  readonly seconds: number
  readonly stationId: string
  readonly rssiDbm: number
  readonly xMetres: number
  readonly yMetres: number
}

export interface Recording {
  readonly stations: ReadonlyMap<string, PlacedStation>
  readonly survey: readonly SurveyPoint[]
  readonly tracks: readonly (readonly RecordedPacket[])[]
  /** Seconds between estimates; undefined: one for each time in the recording. */
  readonly estimateEverySeconds: number | undefined
}

export const MAP_ID = 'recorded'
/** The recordings are in metres; we put them on a plan of a hundred pixels per metre. */
export const METRES_PER_PIXEL = 0.01

type Row = Readonly<Record<string, string>>

const FOLDER = new URL('../datasets/', import.meta.url)
const FLAT_STATIONS = [1, 2, 3, 4, 5, 6]

function readCsv(path: string): readonly Row[] {
  const [header = '', ...lines] = readFileSync(new URL(path, FOLDER), 'utf8').trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

const place = (x: string | undefined, y: string | undefined) => ({
  x: Number(x) / METRES_PER_PIXEL,
  y: Number(y) / METRES_PER_PIXEL,
})

const station = (x: string | undefined, y: string | undefined): PlacedStation => ({
  mapId: MAP_ID,
  ...place(x, y),
  metresPerPixel: METRES_PER_PIXEL,
})

/** A hall of 21 m × 18 m with twelve stations; six walks; 126 surveyed points. */
export function readHall(): Recording {
  const folder = 'ble-hall-12stations'
  const stations = readCsv(`${folder}/stations.csv`).map((row) => [row.station!, station(row.x_m, row.y_m)] as const)
  const survey = ['fingerprints_set_1', 'fingerprints_set_2'].flatMap((set) => {
    const points = Map.groupBy(readCsv(`${folder}/${set}.csv`), ({ point }) => point!)
    return [...points.values()].map((rows) => {
      const heard = rows.filter(({ mean_dbm }) => mean_dbm !== '')
      return {
        ...place(rows[0]!.x_m, rows[0]!.y_m),
        rssiDbm: new Map(heard.map((row) => [row.station!, Number(row.mean_dbm)])),
      }
    })
  })
  const files = readdirSync(new URL(`${folder}/tracks/`, FOLDER)).sort()
  const tracks = files.map((file) =>
    readCsv(`${folder}/tracks/${file}`).map((row) => ({
      seconds: Number(row.t_s),
      stationId: row.station!,
      rssiDbm: Number(row.rssi_dbm),
      xMetres: Number(row.x_m),
      yMetres: Number(row.y_m),
    })),
  )
  return { stations: new Map(stations), survey, tracks, estimateEverySeconds: 1 }
}

/** What each of the flat's stations heard in one row; an empty cell is silence. */
const flatStrengths = (row: Row) =>
  FLAT_STATIONS.map((id) => [String(id), row[`rssi_${id}_dbm`]] as const).filter(([, rssi]) => rssi)

/** A flat of 9 m × 7 m with six stations; one robot drive; 4104 surveyed samples. */
export function readFlat(): Recording {
  const folder = 'ble-flat-6stations'
  const stations = readCsv(`${folder}/stations.csv`).map((row) => [row.id!, station(row.x, row.y)] as const)
  const survey = readCsv(`${folder}/calibration.csv`).map((row) => ({
    ...place(row.x_m, row.y_m),
    rssiDbm: new Map(flatStrengths(row).map(([id, rssi]) => [id, Number(rssi)])),
  }))
  const track = readCsv(`${folder}/test_robot_part1.csv`).flatMap((row) =>
    flatStrengths(row).map(([stationId, rssi]) => ({
      seconds: Number(row.t_s),
      stationId,
      rssiDbm: Number(rssi),
      xMetres: Number(row.x_m),
      yMetres: Number(row.y_m),
    })),
  )
  return { stations: new Map(stations), survey, tracks: [track], estimateEverySeconds: undefined }
}
