/**
 * What a CSV file would change about stations, said before anything is written. Pure. Only columns that are there change
 * anything, and an empty cell leaves what is. Source: specification §5 (VALID-29, VALID-39); G53.
 */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { isTooLongForName, MAX_NAME_LENGTH } from '@whereabouts/domain/texts'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { type CsvRow, MAX_CELL, MAX_COLUMNS, readCsv } from '../../lib/csv-read.ts'
import type { StationChange } from './changes.ts'

export const UPDATE_HEADERS = [
  'SERIAL NUMBER',
  'NAME',
  'LATITUDE',
  'LONGITUDE',
  'MAP NAME',
  'INDOOR X',
  'INDOOR Y',
] as const
type Header = (typeof UPDATE_HEADERS)[number]
/** Most rows of one file. */
export const MAX_ROWS = 10_000

/** What is wrong with a row, and in which of its columns. */
interface RowProblem {
  readonly kind:
    | 'quotes'
    | 'tooLong'
    | 'cells'
    | 'serialMissing'
    | 'unknown'
    | 'twice'
    | 'nameLong'
    | 'nameTaken'
    | 'latitude'
    | 'longitude'
    | 'map'
    | 'noMap'
    | 'indoorX'
    | 'indoorY'
  readonly column?: Header
  /** Another row, or the most there may be. */
  readonly number?: number
}

export interface PlannedRow {
  /** Line of the file, from 1. */
  readonly line: number
  /** As it stands in the file. */
  readonly serial: string
  readonly station: Station | undefined
  readonly problem: RowProblem | undefined
  /** What to send; undefined where the row has a problem or changes nothing. */
  readonly change: StationChange | undefined
  /** What the row says, else what is: for people to look over. */
  readonly shown: {
    readonly name: string
    readonly map: string
    readonly indoor: string
    readonly gps: string
  }
}

export type UpdatePlan =
  | {
      readonly fault: 'empty' | 'noSerialNumber' | 'twoColumns' | 'tooMany' | 'tooManyColumns'
      readonly column?: string
    }
  | { readonly fault: undefined; readonly rows: readonly PlannedRow[]; readonly ignored: readonly string[] }

interface Known {
  readonly stations: readonly Station[]
  readonly maps: readonly IndoorMap[]
}

/** Our own files have a mark before what spreadsheets would compute. */
const written = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@\t\r\n])/, '')
    .normalize('NFC')
    .trim()
const bareSerial = (serial: string): string => serial.toUpperCase().replace(/^T4-/, '')

/** Reads a file against what there is. */
export function planUpdate(text: string, known: Known): UpdatePlan {
  const [header, ...rows] = readCsv(text, MAX_ROWS + 2)
  if (header === undefined) return { fault: 'empty' }
  if (header.cells.length > MAX_COLUMNS) return { fault: 'tooManyColumns' }
  const names = header.cells.map((cell) => written(cell).toUpperCase().replace(/\s+/g, ' '))
  const twice = names.find((name, at) => UPDATE_HEADERS.includes(name as Header) && names.indexOf(name) !== at)
  if (twice !== undefined) return { fault: 'twoColumns', column: twice }
  if (!names.includes('SERIAL NUMBER')) return { fault: 'noSerialNumber' }
  if (rows.length === 0) return { fault: 'empty' }
  if (rows.length > MAX_ROWS) return { fault: 'tooMany' }
  const plan = new Planner(names, known)
  return {
    fault: undefined,
    rows: rows.map((row) => plan.row(row)),
    ignored: names.filter((name) => name !== '' && !UPDATE_HEADERS.includes(name as Header)),
  }
}

class Planner {
  readonly #columns: number
  /** Where each column stands, by its header. */
  readonly #at: ReadonlyMap<string, number>
  /** By the last twelve characters of their ids. */
  readonly #stations: ReadonlyMap<string, Station>
  readonly #mapsByName: ReadonlyMap<string, IndoorMap>
  readonly #mapsById: ReadonlyMap<string, IndoorMap>
  /** Lines of rows gone by, by serial number. */
  readonly #lines = new Map<string, number>()
  /** Whose each name is once the rows gone by are written. */
  readonly #names: Map<string, string>

  constructor(headers: readonly string[], { stations, maps }: Known) {
    this.#columns = headers.length
    this.#at = new Map(headers.map((header, at) => [header, at]))
    this.#stations = new Map(stations.map((station) => [bareSerial(station.t4_id), station]))
    this.#mapsByName = new Map(maps.map((map) => [map.map_name, map]))
    this.#mapsById = new Map(maps.map((map) => [map.id, map]))
    this.#names = new Map(stations.map(({ t4_id, t4_name }) => [t4_name, t4_id]))
  }

  row({ line, cells, isBroken }: CsvRow): PlannedRow {
    const cell = (header: Header): string => {
      const at = this.#at.get(header)
      return at === undefined ? '' : written(cells[at] ?? '')
    }
    const serial = cell('SERIAL NUMBER')
    const station = this.#stations.get(bareSerial(serial))
    const found = this.#read(cell, station)
    const problem = isBroken
      ? ({ kind: cells.some((each) => each.length > MAX_CELL) ? 'tooLong' : 'quotes' } as const)
      : cells.length !== this.#columns
        ? ({ kind: 'cells', number: this.#columns } as const)
        : (this.#whose(serial, station) ?? found.problem)
    if (problem === undefined || problem.kind !== 'twice') this.#lines.set(bareSerial(serial), line)
    const isReady = problem === undefined && Object.keys(found.change).length > 0
    if (isReady && station && found.change.t4_name !== undefined) {
      this.#names.delete(station.t4_name)
      this.#names.set(found.change.t4_name, station.t4_id)
    }
    return { line, serial, station, problem, change: isReady ? found.change : undefined, shown: found.shown }
  }

  /** What is wrong with the station itself. */
  #whose(serial: string, station: Station | undefined): RowProblem | undefined {
    const column = 'SERIAL NUMBER'
    if (serial === '') return { kind: 'serialMissing', column }
    if (station === undefined) return { kind: 'unknown', column }
    const number = this.#lines.get(bareSerial(serial))
    return number === undefined ? undefined : { kind: 'twice', column, number }
  }

  #read(cell: (header: Header) => string, station: Station | undefined) {
    const [name, mapName] = [cell('NAME'), cell('MAP NAME')]
    const gps = pairOf(cell('LATITUDE'), cell('LONGITUDE'))
    const indoor = pairOf(cell('INDOOR X'), cell('INDOOR Y'))
    const map = mapName === '' ? this.#mapsById.get(station?.map_id ?? '') : this.#mapsByName.get(mapName)
    const problem =
      this.#nameProblem(name, station) ??
      coordinateProblem(gps) ??
      (mapName !== '' && map === undefined ? ({ kind: 'map', column: 'MAP NAME' } as const) : undefined) ??
      indoorProblem(indoor, map)
    const change: StationChange = {}
    if (name !== '' && name !== station?.t4_name) change.t4_name = name
    if (gps && !(gps.one === station?.gps_latitude && gps.other === station.gps_longitude)) {
      Object.assign(change, { gps_latitude: gps.one, gps_longitude: gps.other })
    }
    const isOtherMap = mapName !== '' && map?.id !== station?.map_id
    if (isOtherMap) change.map_name = mapName
    if (indoor && (isOtherMap || !(indoor.one === station?.indoor_X && indoor.other === station.indoor_Y))) {
      Object.assign(change, { indoor_X: indoor.one, indoor_Y: indoor.other })
    }
    const pair = (one: number | null | undefined, other: number | null | undefined) =>
      one == null || other == null ? '' : `${one}, ${other}`
    const shown = {
      name: name || (station?.t4_name ?? ''),
      map: mapName || (station?.map_name ?? ''),
      indoor: indoor?.text ?? (isOtherMap ? '' : pair(station?.indoor_X, station?.indoor_Y)),
      gps: gps?.text ?? pair(station?.gps_latitude, station?.gps_longitude),
    }
    return { problem, change, shown }
  }

  #nameProblem(name: string, station: Station | undefined): RowProblem | undefined {
    const column = 'NAME'
    if (isTooLongForName(name)) return { kind: 'nameLong', column, number: MAX_NAME_LENGTH }
    const holder = this.#names.get(name)
    return name !== '' && holder !== undefined && holder !== station?.t4_id ? { kind: 'nameTaken', column } : undefined
  }
}

/** Two numbers that go together; NaN for what is none. Undefined where both cells are empty. */
function pairOf(one: string, other: string) {
  if (one === '' && other === '') return undefined
  return { one: numberOf(one), other: numberOf(other), text: `${one}, ${other}` }
}

const numberOf = (text: string): number => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN)

function coordinateProblem(gps: ReturnType<typeof pairOf>): RowProblem | undefined {
  if (gps === undefined) return undefined
  if (!(Math.abs(gps.one) <= 90)) return { kind: 'latitude', column: 'LATITUDE' }
  if (!(Math.abs(gps.other) <= 180)) return { kind: 'longitude', column: 'LONGITUDE' }
  return undefined
}

function indoorProblem(indoor: ReturnType<typeof pairOf>, map: IndoorMap | undefined): RowProblem | undefined {
  if (indoor === undefined) return undefined
  if (map === undefined) return { kind: 'noMap', column: 'MAP NAME' }
  const isWithin = (value: number, most: number) => value >= 0 && value <= most
  if (!isWithin(indoor.one, map.width)) return { kind: 'indoorX', column: 'INDOOR X', number: map.width }
  if (!isWithin(indoor.other, map.height)) return { kind: 'indoorY', column: 'INDOOR Y', number: map.height }
  return undefined
}

const COLUMNS: Record<Header, CsvColumn<Station>['cell']> = {
  'SERIAL NUMBER': ({ t4_id }) => t4_id,
  NAME: ({ t4_name }) => t4_name,
  LATITUDE: ({ gps_latitude }) => gps_latitude,
  LONGITUDE: ({ gps_longitude }) => gps_longitude,
  'MAP NAME': ({ map_name }) => map_name,
  'INDOOR X': ({ indoor_X }) => indoor_X,
  'INDOOR Y': ({ indoor_Y }) => indoor_Y,
}

/** The template: these stations as they are, in the columns a file may have. */
export const updateTemplate = (all: Iterable<Station>): string =>
  csvOf(
    UPDATE_HEADERS.map((header) => ({ header, cell: COLUMNS[header] })),
    all,
  )
