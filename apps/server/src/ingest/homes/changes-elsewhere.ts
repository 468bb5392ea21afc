/**
 * Applies people's changes at other servers: the account is reloaded before the next rows are applied, and consoles reload too.
 * Source: decision 0030.
 */
import { Brake } from '../../platform/http/brake.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import type { StateListener } from '../../state/state-listener.ts'
import type { DeviceStates } from '../apply/device-states.ts'
import type { Directory } from '../receive/directory.ts'
import type { HotRowWriter } from '../write-behind/hot-row-writer.ts'
import type { AccountChanges } from './account-changes.ts'

/** Consoles reload all their lists at most this often (ms). */
const RELOAD_EVERY_MS = 5000

interface Deps {
  readonly accountChanges: AccountChanges
  readonly directory: Directory
  readonly states: DeviceStates
  readonly hotRows: HotRowWriter
  readonly listener: StateListener
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly onAway: (error: unknown) => void
}

export class ChangesElsewhere {
  readonly #deps: Deps
  readonly #reloads = new Brake(RELOAD_EVERY_MS, (accountId) => void this.#reload(accountId))

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Applies the changes since the last poll. */
  take(): Promise<void> {
    const { accountChanges, listener } = this.#deps
    return accountChanges.look(async (accountId, changed) => {
      if (changed.includes('directory')) await this.#readAgain(accountId)
      const edits = changed.filter((one) => one !== 'directory')
      listener.editedElsewhere(accountId, edits)
      if (edits.includes('all')) this.#reloads.wanted(accountId)
    })
  }

  close(): void {
    this.#reloads.close()
  }

  async #readAgain(accountId: string): Promise<void> {
    const { directory, states, writes } = this.#deps
    directory.forget(accountId)
    if (!states.has(accountId)) return
    const account = await directory.account(accountId)
    // Not while hot rows are being written: they could not be read again yet.
    await writes.run(async () => states.readAgain(accountId, account))
  }

  async #reload(accountId: string): Promise<void> {
    const { hotRows, listener, onAway } = this.#deps
    try {
      // Lists are read from hot rows, so these are written first.
      await hotRows.flush(accountId)
      listener.reload(accountId)
    } catch (error) {
      onAway(error)
      this.#reloads.wanted(accountId)
    }
  }
}
