/** What time alone causes for trackers: pending settings and firmware to send again, and expired rings, upgrades and mails. */
import { sql } from 'kysely'
import type { Background } from '../../context.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import { objectsOfLinks } from '../mail/links.ts'
import { tellTrackers } from './tell.ts'
import { sendUntold, type UntoldPlace } from './untold.ts'

const LOOK_EVERY_MS = 5000
/** An upgrade without news for this long has failed (ms); one that never began, after a day. */
const UPGRADE_LASTS_MS = 30 * 60_000
const UPGRADE_WAITS_MS = 24 * 3_600_000

export class TrackerWatch {
  readonly #app: Background
  #behind: UntoldPlace | undefined
  /** Links that ended by then were handled. */
  #toldUntilMs: number
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(app: Background) {
    this.#app = app
    this.#toldUntilMs = app.clock.now()
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.look())
    }, LOOK_EVERY_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  /** Does what is due. Never throws: what failed is retried at the next round. */
  async look(): Promise<void> {
    try {
      this.#behind = await sendUntold(this.#app, { behind: this.#behind })
      await this.#endUpgrades()
      await this.#endRemovals()
    } catch (error) {
      const { log } = this.#app
      if (isStorageAway(error))
        log.warn(
          { reason: (error as Error).message },
          'Failed to look for trackers that need settings or firmware; retrying',
        )
      else
        log.error(
          { stack: (error as Error).stack },
          'bug: failed to look for trackers that need settings or firmware; retrying',
        )
    }
  }

  async #endUpgrades(): Promise<void> {
    const { db, clock } = this.#app
    const now = clock.now()
    const { rows } = await sql<{ account_id: string; device_id: string }>`
      update trackers set ota_state = 'failed', ota_changed_at_ms = ${now}
      where ota_state in ('waiting', 'running')
        and ota_changed_at_ms < ${now} - case ota_state when 'running' then ${UPGRADE_LASTS_MS}::bigint
          else ${UPGRADE_WAITS_MS}::bigint end
      returning account_id, device_id`.execute(db)
    for (const { account_id, device_id } of rows) {
      await tellTrackers(this.#app, account_id, [{ device_id, ota_state: 'failed' }])
    }
  }

  /** Clears pending removals whose mail has expired. */
  async #endRemovals(): Promise<void> {
    const { db, clock, streams } = this.#app
    const now = clock.now()
    const { rows } = await sql<{
      account_id: string
      purpose: 'remove_trackers' | 'remove_stations'
      objects: readonly string[]
    }>`
      select account_id, purpose, objects from mail_links
      where purpose in ('remove_trackers', 'remove_stations') and used_at_ms is null
        and expires_at_ms > ${this.#toldUntilMs} and expires_at_ms <= ${now}`.execute(db)
    for (const { account_id, purpose, objects } of rows) {
      const waiting = await objectsOfLinks(db, account_id, purpose, now)
      const over = objects.filter((id) => !waiting.has(id))
      // Each server finds them; the home of the account tells its consoles.
      if (!streams.isHome(account_id)) continue
      if (over.length > 0) streams.edits.made(account_id)
      for (const id of over) {
        if (purpose === 'remove_trackers') streams.trackerChanged(account_id, { device_id: id, removal_pending: false })
        else streams.stationChanged(account_id, { t4_id: id, removal_pending: false })
      }
    }
    this.#toldUntilMs = now
  }
}
