/**
 * Trackers with pending settings or firmware. The sender that heard a tracker best lately gets the command, as soon as one
 * hears it, and again at intervals until the tracker reports that it is done. Source: G45, G49.
 */
import { sql } from 'kysely'
import type { AnyApp } from '../../context.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { type NewCommand, queueCommands, URGENT_MS } from '../device-commands/queue.ts'
import { sendersNear } from '../device-commands/senders-near.ts'
import { firmwarePath } from '../onboarding/firmwares.ts'

/** Settings are sent again after this long (ms), by the sender that hears the tracker then; they also expire after it. */
const SETTINGS_AGAIN_MS = 10 * 60_000
/** An upgrade that did not begin is sent again after this long (ms). */
const UPGRADE_AGAIN_MS = 60_000
/** Trackers of one batch. */
const AT_ONCE = 1000

export interface UntoldPlace {
  readonly account_id: string
  readonly device_id: string
}

interface Untold extends UntoldPlace {
  readonly adv_settings: Record<string, unknown>
  readonly adv_settings_time: number
  readonly needs_settings: boolean
  readonly needs_upgrade: boolean
  readonly device_model: string
  readonly ota_version: string | null
  readonly hash: string | null
  readonly signature: string | null
}

/**
 * Queues pending settings and upgrades for trackers that were heard lately; of one account's devices, or of all behind a
 * key. Answers the key to continue behind; undefined: that was all.
 */
export async function sendUntold(
  app: AnyApp,
  which: { accountId: string; deviceIds: readonly string[] } | { behind: UntoldPlace | undefined },
): Promise<UntoldPlace | undefined> {
  const now = app.clock.now()
  const untold = await listUntold(app, which, now)
  if (untold.length === 0) return undefined
  // Who hears a tracker stands in its hot row.
  for (const accountId of new Set(untold.map(({ account_id }) => account_id))) await flushHotRows(app, accountId)
  const near = new Map(
    (await sendersNear(app.db, untold, now)).map((row) => [`${row.account_id}/${row.device_id}`, row.sender_id]),
  )
  const commands = untold.flatMap((tracker): NewCommand[] => {
    const senderId = near.get(`${tracker.account_id}/${tracker.device_id}`)
    return senderId === undefined ? [] : commandsFor(app, tracker, senderId)
  })
  await queueCommands(app.db, app, commands)
  if (commands.length > 0) app.downlink.wake()
  return untold.length < AT_ONCE ? undefined : untold.at(-1)
}

function commandsFor(app: AnyApp, tracker: Untold, senderId: string): NewCommand[] {
  const to = { accountId: tracker.account_id, senderId, deviceId: tracker.device_id }
  const commands: NewCommand[] = []
  if (tracker.needs_settings) {
    const parameters = { adv_settings: tracker.adv_settings, update_time: tracker.adv_settings_time }
    commands.push({ ...to, command: 'settings', parameters, lastsMs: SETTINGS_AGAIN_MS })
  }
  const { needs_upgrade, ota_version: version, hash, signature } = tracker
  if (needs_upgrade && version !== null && hash !== null) {
    const url = `${app.origin()}${firmwarePath(tracker.device_model, version)}`
    commands.push({ ...to, command: 'ota', parameters: { version, url, hash, signature }, lastsMs: URGENT_MS })
  }
  return commands
}

async function listUntold(
  { db }: AnyApp,
  which: Parameters<typeof sendUntold>[1],
  now: number,
): Promise<readonly Untold[]> {
  const of =
    'accountId' in which
      ? sql`t.account_id = ${which.accountId} and t.device_id = any(${which.deviceIds})`
      : which.behind === undefined
        ? sql`true`
        : sql`(t.account_id, t.device_id) > (${which.behind.account_id}::uuid, ${which.behind.device_id})`
  const { rows } = await sql<Untold>`
    select * from (
      select t.account_id, t.device_id, t.adv_settings, t.adv_settings_time, t.device_model, t.ota_version,
        f.hash, replace(encode(f.signature, 'base64'), E'\n', '') as signature,
        t.adv_settings_time is distinct from t.adv_settings_taken and not exists (
          select from device_commands c
          where c.account_id = t.account_id and c.device_id = t.device_id and c.command = 'settings'
            and c.created_at_ms > ${now - SETTINGS_AGAIN_MS}
            and (c.parameters ->> 'update_time')::bigint = t.adv_settings_time) as needs_settings,
        t.ota_state is not distinct from 'waiting' and not exists (
          select from device_commands c
          where c.account_id = t.account_id and c.device_id = t.device_id and c.command = 'ota'
            and c.created_at_ms > ${now - UPGRADE_AGAIN_MS}) as needs_upgrade
      from trackers t left join firmwares f on f.device_model = t.device_model and f.version = t.ota_version
      where (t.adv_settings_time is distinct from t.adv_settings_taken or t.ota_state in ('waiting', 'running'))
        and ${of}
    ) untold
    where needs_settings or needs_upgrade
    order by account_id, device_id
    limit ${'accountId' in which ? null : AT_ONCE}`.execute(db)
  return rows
}
