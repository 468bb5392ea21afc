/** Firmware images from the operator. Source: G45; security rule 45. */
import { API_PREFIX, FIRMWARE_PATH } from '@whereabouts/contract/api'
import type { AnswerOf } from '@whereabouts/contract/kit'
import type { onboarding } from '@whereabouts/contract/onboarding'
import { compareFirmware } from '@whereabouts/domain/firmware'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Path from which senders fetch an image. */
export const firmwarePath = (model: string, version: string): string =>
  `${API_PREFIX}${FIRMWARE_PATH}${encodeURIComponent(model)}/${encodeURIComponent(version)}`

type Firmware = AnswerOf<typeof onboarding.listFirmwares>['firmwares'][number]

/** The newest version of each model. */
export async function listNewestFirmwares(db: Db): Promise<Firmware[]> {
  const { rows } = await sql<Firmware>`
    select device_model, version, octet_length(image) as size, hash from firmwares`.execute(db)
  const byModel = Map.groupBy(rows, (row) => row.device_model)
  return [...byModel.values()]
    .map((versions) =>
      versions.reduce((best, other) => (compareFirmware(other.version, best.version) > 0 ? other : best)),
    )
    .toSorted((one, other) => (one.device_model < other.device_model ? -1 : 1))
}

/** The newest version of a model, if there is any. */
export async function findNewestFirmware(db: Db, model: string): Promise<string | undefined> {
  return (await listNewestFirmwares(db)).find((firmware) => firmware.device_model === model)?.version
}

/** Adds a version; false where it exists already. */
export async function insertFirmware(
  db: Db,
  firmware: { model: string; version: string; image: Buffer; signature: Buffer; now: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into firmwares (device_model, version, image, signature, hash, created_at)
    values (${firmware.model}, ${firmware.version}, ${firmware.image}, ${firmware.signature},
      encode(sha256(${firmware.image}), 'hex'), ${firmware.now})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}
