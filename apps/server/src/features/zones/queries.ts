/** SQL of zones; `db` first, owner second. */
import type { Zone } from '@whereabouts/contract/zones'
import { sql } from 'kysely'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'

const columns = sql.raw('id, zone_name, zone_type, shape, class_indexes, active_times')

/** Every zone of the account, oldest first. */
export async function listZones(db: Db, accountId: string): Promise<Zone[]> {
  const { rows } = await sql<Zone>`
    select ${columns} from zones where account_id = ${accountId} order by created_at, id`.execute(db)
  return rows
}

/** The zone, locked until the transaction ends; refuses with 404102 one that the account does not have. */
export async function lockZone(db: Db, accountId: string, zoneId: string): Promise<Zone> {
  const { rows } = await sql<Zone>`
    select ${columns} from zones where account_id = ${accountId} and id = ${zoneId} for update`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** The number of the account's zones; nobody adds one until the transaction ends. */
export async function countZones(db: Db, accountId: string): Promise<number> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from zones where account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

const mapIdOf = ({ shape }: Zone): string | null => ('map_id' in shape ? shape.map_id : null)
const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Refuses with 400102 a name that another zone has. */
export async function insertZone(db: Db, accountId: string, zone: Zone, createdAt: number): Promise<void> {
  await sql`
    insert into zones (account_id, id, zone_name, zone_type, shape, map_id, class_indexes, active_times, created_at)
    values (${accountId}, ${zone.id}, ${zone.zone_name}, ${zone.zone_type}, ${jsonOf(zone.shape)}::jsonb, ${mapIdOf(zone)},
      ${zone.class_indexes}::smallint[], ${jsonOf(zone.active_times)}::jsonb, ${createdAt})`
    .execute(db)
    .catch(takenAs('zones_name_key', 'nameTaken'))
}

/** Refuses with 400102 a name that another zone has. */
export async function updateZone(db: Db, accountId: string, zone: Zone): Promise<void> {
  await sql`
    update zones set zone_name = ${zone.zone_name}, zone_type = ${zone.zone_type}, shape = ${jsonOf(zone.shape)}::jsonb,
      map_id = ${mapIdOf(zone)}, class_indexes = ${zone.class_indexes}::smallint[],
      active_times = ${jsonOf(zone.active_times)}::jsonb
    where account_id = ${accountId} and id = ${zone.id}`
    .execute(db)
    .catch(takenAs('zones_name_key', 'nameTaken'))
}

export async function deleteZone(db: Db, accountId: string, zoneId: string): Promise<void> {
  await sql`delete from zones where account_id = ${accountId} and id = ${zoneId}`.execute(db)
}

/** True where the account has all these stations; they stay until the transaction ends. */
export async function hasStations(db: Db, accountId: string, t4Ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from stations where account_id = ${accountId} and t4_id = any(${t4Ids}) for key share`.execute(db)
  return rows.length === new Set(t4Ids).size
}

/** Removes deleted stations from zones; a zone goes with its last one. Answers whether any zone changed. */
export async function leaveZones(db: Db, accountId: string, t4Ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    update zones set shape = jsonb_build_object('t4_ids', (shape -> 't4_ids') - ${t4Ids}::text[])
    where account_id = ${accountId} and shape -> 't4_ids' ?| ${t4Ids}::text[]
    returning id`.execute(db)
  await sql`delete from zones where account_id = ${accountId} and shape -> 't4_ids' = '[]'`.execute(db)
  return rows.length > 0
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Farthest a corner of a zone may be (pixels). Source: contract. */
const FARTHEST_PIXEL = 100_000

/** Moves the corners of a map's zones along with its image, from one size to another (pixels). */
export async function scaleZones(db: Db, accountId: string, mapId: string, from: Size, to: Size): Promise<void> {
  const scaled = (place: 0 | 1, was: number, is: number) =>
    sql`greatest(least((corner ->> ${sql.raw(String(place))})::double precision * ${is}::double precision / ${was},
      ${FARTHEST_PIXEL}), ${-FARTHEST_PIXEL})`
  await sql`
    update zones set shape = jsonb_set(shape, '{polygon}', (
      select jsonb_agg(jsonb_build_array(${scaled(0, from.width, to.width)}, ${scaled(1, from.height, to.height)})
        order by place)
      from jsonb_array_elements(shape -> 'polygon') with ordinality as corners (corner, place)))
    where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
}
