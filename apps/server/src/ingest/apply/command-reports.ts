/**
 * Reports of trackers on their commands: settings they applied, upgrades that progress. Most reports repeat what
 * is stored; the rest is written a moment later, in one statement for all. After a crash, the next report repeats it.
 * Source: G45, G49.
 */
import type { OtaState } from '@whereabouts/domain/device-settings'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import type { KnownTracker } from '../../state/account-directory.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { CommandReport } from '../../state/log-row.ts'
import type { CommandState, StateListener } from '../../state/state-listener.ts'

/** Reports are coalesced this long (ms); while the database is away a retry follows as often. */
const GATHER_MS = 300

interface Word extends DeviceKey {
  taken: number | null
  upgrade: OtaState | null
}

export class CommandReports {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #listener: Pick<StateListener, 'commandsChanged'>
  readonly #onFault: (error: unknown) => void
  #words = new Map<string, Word>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(settings: {
    db: ServerDb
    clock: Clock
    listener: Pick<StateListener, 'commandsChanged'>
    onFault: (error: unknown) => void
  }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#listener = settings.listener
    this.#onFault = settings.onFault
  }

  /** Takes a tracker's newest report; a repeated one costs nothing. `firmware` is the version it runs. */
  note(device: DeviceKey, tracker: KnownTracker, said: CommandReport, firmware: string): void {
    const taken = said.settingsTime ?? null
    const isNews = taken !== null && tracker.adv_settings_time !== null && taken !== tracker.adv_settings_taken
    const upgrade = nextUpgrade(tracker, said.upgrade, firmware)
    if (!isNews && upgrade === null) return
    const word = this.#words.get(keyOf(device)) ?? { ...device, taken: null, upgrade: null }
    if (isNews) {
      word.taken = taken
      tracker.adv_settings_taken = taken
    }
    if (upgrade !== null) {
      word.upgrade = upgrade
      tracker.ota_state = upgrade
    }
    this.#words.set(keyOf(device), word)
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onFault), GATHER_MS)
  }

  /** Writes pending reports; one write at a time. Rejects while the database is away, and retries by itself. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  close(): Promise<void> {
    return this.flush()
  }

  async #write(): Promise<void> {
    const words = [...this.#words.values()]
    if (words.length === 0) return
    this.#words = new Map()
    try {
      for (const commands of await this.#update(words)) this.#listener.commandsChanged(commands)
    } catch (error) {
      if (isStorageAway(error)) {
        for (const word of words) {
          // Newer reports win.
          const { taken, upgrade } = this.#words.get(keyOf(word)) ?? word
          this.#words.set(keyOf(word), { ...word, taken: taken ?? word.taken, upgrade: upgrade ?? word.upgrade })
        }
        this.#timer ??= setTimeout(() => this.flush().catch(this.#onFault), GATHER_MS)
      }
      throw error
    }
  }

  async #update(words: readonly Word[]): Promise<readonly CommandState[]> {
    const { rows } = await sql<CommandState>`
      with said as (
        select t.account_id, t.device_id, new.taken, new.upgrade
        from unnest(${words.map((word) => word.account_id)}::uuid[], ${words.map((word) => word.id)}::text[],
          ${words.map((word) => word.taken)}::bigint[], ${words.map((word) => word.upgrade)}::text[])
          as new (account_id, device_id, taken, upgrade)
        join trackers t using (account_id, device_id)
        order by 1, 2 for no key update of t
      )
      update trackers t set
        adv_settings_taken = coalesce(said.taken, t.adv_settings_taken),
        ota_state = case when t.ota_state in ('waiting', 'running') then coalesce(said.upgrade, t.ota_state)
          else t.ota_state end,
        ota_changed_at_ms = case when said.upgrade is null then t.ota_changed_at_ms else ${this.#clock.now()} end
      from said where t.account_id = said.account_id and t.device_id = said.device_id
        -- What was written before is no news.
        and (coalesce(said.taken, t.adv_settings_taken) is distinct from t.adv_settings_taken
          or (t.ota_state in ('waiting', 'running') and said.upgrade <> t.ota_state))
      returning t.account_id, t.device_id as id, t.adv_settings, t.adv_settings_time, t.adv_settings_taken, t.ota_state,
        t.ringing_until_ms`.execute(this.#db)
    return rows
  }
}

const keyOf = ({ account_id, id }: DeviceKey): string => `${account_id}/${id}`

/**
 * The next state of an upgrade; null: no change. A tracker may repeat the result of an earlier one, so one that has
 * not begun ends only by the version it leads to.
 */
function nextUpgrade(
  { ota_state, ota_version }: KnownTracker,
  said: CommandReport['upgrade'],
  firmware: string,
): OtaState | null {
  if (ota_state !== 'waiting' && ota_state !== 'running') return null
  if (ota_version !== null && firmware === ota_version) return 'done'
  if (said === 'running') return ota_state === 'running' ? null : 'running'
  return ota_state === 'running' && said !== undefined ? said : null
}
