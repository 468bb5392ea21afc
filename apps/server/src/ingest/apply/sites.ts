/**
 * What the solver knows of the floors of each account: radio maps, built when somebody changed stations, plans, training jobs or
 * calibrations. Those of surveyed floors take seconds of computing, so a thread of their own builds them. Source: decision 0049.
 */
import { Worker } from 'node:worker_threads'
import type { Floor, RadioMap } from '@whereabouts/positioning/radio-map'
import { isSolvable, type Site, siteOf } from '@whereabouts/positioning/site'
import { radioMapOf, type TrainedFloor } from '@whereabouts/positioning/training'
import type { ServerDb } from '../../platform/postgres/database.ts'
import type { AccountDirectory } from '../../state/account-directory.ts'
import type { Learnt, ReadLearnt } from '../../state/learnt.ts'

interface Entry {
  account: AccountDirectory
  learnt: Learnt
  /** By map id: the radio map, and what it was built from. */
  readonly built: Map<string, { readonly key: string; readonly radio: RadioMap }>
  site: Site
}

/** Maps that are kept in memory, of the accounts that were used last: about 200 kB each. */
const MOST_MAPS = 500
const NO_SITE: Site = { maps: new Map(), mapOfStation: new Map() }
const PROGRAM = new URL('./radio-worker.ts', import.meta.url)

export class Sites {
  readonly #db: ServerDb
  readonly #readLearnt: ReadLearnt
  /** The one used last comes last. */
  readonly #entries = new Map<string, Entry>()

  constructor(given: { readonly db: ServerDb; readonly readLearnt: ReadLearnt }) {
    this.#db = given.db
    this.#readLearnt = given.readLearnt
  }

  /** The site of an account as the directory has it; waits until its maps are built. Throws while the database is away. */
  async of(accountId: string, account: AccountDirectory): Promise<Site> {
    const known = this.#entries.get(accountId)
    if (known?.account === account) return known.site
    const scaled = floorsOf(account)
    if (scaled.length === 0) {
      this.#entries.delete(accountId)
      return NO_SITE
    }
    const isSame = known?.account.generation === account.generation
    const learnt = isSame ? known.learnt : await this.#readLearnt(this.#db, accountId)
    const floors = scaled.filter((floor) =>
      isSolvable(
        floor,
        learnt.surveys.some(({ mapId }) => mapId === floor.mapId),
      ),
    )
    const entry = known ?? { account, learnt, built: new Map(), site: NO_SITE }
    Object.assign(entry, { account, learnt })
    await build(entry, floors)
    entry.site = siteOf(floors.map((floor) => ({ floor, radio: entry.built.get(floor.mapId)!.radio })))
    this.#entries.delete(accountId)
    this.#entries.set(accountId, entry)
    this.#forgetOldest(accountId)
    return entry.site
  }

  #forgetOldest(besides: string): void {
    let maps = [...this.#entries.values()].reduce((sum, { built }) => sum + built.size, 0)
    for (const [accountId, { built }] of this.#entries) {
      if (maps <= MOST_MAPS || accountId === besides) return
      maps -= built.size
      this.#entries.delete(accountId)
    }
  }
}

/** The floors with a scale and stations. */
function floorsOf({ floors, stations }: AccountDirectory): readonly Floor[] {
  const placed = [...stations.values()].flatMap(({ t4_id, map_id, indoor_X, indoor_Y }) =>
    map_id === null || indoor_X === null || indoor_Y === null ? [] : [{ t4_id, map_id, x: indoor_X, y: indoor_Y }],
  )
  return floors.flatMap(({ id, width, height, metres_per_pixel }) => {
    if (metres_per_pixel === null) return []
    const own = placed.filter(({ map_id }) => map_id === id).sort((a, b) => (a.t4_id < b.t4_id ? -1 : 1))
    return [
      {
        ...{ mapId: id, metresPerPixel: metres_per_pixel, width, height },
        stations: new Map(own.map(({ t4_id, x, y }) => [t4_id, { x, y }])),
      },
    ]
  })
}

/** Builds the maps of floors that changed. */
async function build({ built, learnt, account }: Entry, floors: readonly Floor[]): Promise<void> {
  for (const mapId of built.keys()) if (!floors.some((floor) => floor.mapId === mapId)) built.delete(mapId)
  const calibrations = new Map(learnt.calibrations.map((one) => [one.stationId, one]))
  const wanted = floors.flatMap((floor) => {
    const surveys = learnt.surveys.filter(({ mapId }) => mapId === floor.mapId)
    const own = [...floor.stations.keys()].map((id) => calibrations.get(id) ?? null)
    const jobs = surveys.length === 0 ? [] : [account.generation, ...surveys.map(({ jobId }) => jobId)]
    const key = JSON.stringify([floor, [...floor.stations], own, jobs])
    return built.get(floor.mapId)?.key === key ? [] : [{ key, input: { ...floor, surveys, calibrations } }]
  })
  const inputs = wanted.map(({ input }) => input)
  const isQuick = inputs.every(({ surveys }) => surveys.length === 0)
  const radios = isQuick ? inputs.map(radioMapOf) : await buildApart(inputs)
  for (const [index, { key }] of wanted.entries()) built.set(radios[index]!.mapId, { key, radio: radios[index]! })
}

function buildApart(inputs: readonly TrainedFloor[]): Promise<readonly RadioMap[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { workerData: inputs })
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The thread that builds radio maps ended without a result: ${code}`)),
    )
  })
}
