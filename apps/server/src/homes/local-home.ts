/** The home of an account at this server: ingest, behind what an account may report. */
import type { Belief } from '@whereabouts/contract/beliefs'
import type { Observation } from '@whereabouts/domain/observations'
import type { Accepted, Ingest } from '../ingest/ingest.ts'
import type { IdentifiedSender, SpeaksAs } from '../ingest/receive/recogniser.ts'
import type { StoredRows } from '../ingest/receive/stored-rows.ts'
import type { AccountHome, Command, Homes } from './account-home.ts'
import type { ReportRates } from './report-rates.ts'

interface Deps {
  readonly ingest: Pick<
    Ingest,
    | 'acceptAll'
    | 'adopt'
    | 'believedOf'
    | 'endStays'
    | 'flush'
    | 'forget'
    | 'forgetDevices'
    | 'mustBeHome'
    | 'mustBeValid'
    | 'settle'
    | 'states'
  >
  readonly reportRates: ReportRates
  readonly storedRows: StoredRows
}

class LocalHome implements AccountHome {
  readonly #deps: Deps
  readonly #accountId: string

  constructor(deps: Deps, accountId: string) {
    this.#deps = deps
    this.#accountId = accountId
  }

  async accept(
    sender: IdentifiedSender,
    speaksAs: SpeaksAs,
    observations: readonly Observation[],
    receivedAtMs: number,
  ): Promise<Accepted> {
    const { ingest, reportRates, storedRows } = this.#deps
    ingest.mustBeHome(this.#accountId)
    await ingest.mustBeValid(sender)
    storedRows.mustHaveRoom(this.#accountId)
    const rows = observations.reduce((sum, { items }) => sum + Math.max(1, items.length), 0)
    reportRates.count(sender, rows)
    return ingest.acceptAll(sender, speaksAs, observations, receivedAtMs)
  }

  async tell(command: Command): Promise<void> {
    const { ingest } = this.#deps
    const accountId = this.#accountId
    ingest.mustBeHome(accountId)
    if (command.kind === 'adopt') return ingest.adopt(accountId, command.deviceId, command.heard)
    if (command.kind === 'loadMap') return ingest.states.loadMap(accountId, command.mapId)
    ingest.forget(accountId)
    if (command.kind === 'moveOnMap') ingest.states.moveOnMap(accountId, command.mapId, command.resized)
    if (command.kind !== 'gone') return
    const { trackers = [], stations = [], endsStays = false } = command
    if (endsStays) await ingest.endStays(accountId, trackers)
    await ingest.forgetDevices(accountId, { trackers, stations })
  }

  async flush(): Promise<void> {
    this.#deps.ingest.mustBeHome(this.#accountId)
    return this.#deps.ingest.flush(this.#accountId)
  }

  async settle(): Promise<void> {
    this.#deps.ingest.mustBeHome(this.#accountId)
    return this.#deps.ingest.settle(this.#accountId)
  }

  async believedOf(deviceId: string): Promise<Belief | 'not there' | undefined> {
    this.#deps.ingest.mustBeHome(this.#accountId)
    return this.#deps.ingest.believedOf(this.#accountId, deviceId)
  }
}

/** Those of the accounts at home here; for others all rejects with `Moved`. */
export const localHomes = (deps: Deps): Homes => ({ of: (accountId) => new LocalHome(deps, accountId) })
