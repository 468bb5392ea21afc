/** Keeps pictures under names nobody can guess. Source: security rule 23. */
import { API_PREFIX } from '@whereabouts/contract/api'
import { MEDIA_PATH } from '@whereabouts/contract/branding'
import { type Clock, type Random, toSeconds } from '../../platform/clock.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { newToken } from '../../platform/tokens.ts'
import { deleteMedia, insertMedia, lockMediaBytes } from './queries.ts'
import type { Picture, PictureField } from './read-picture.ts'

const ADDRESS = API_PREFIX + MEDIA_PATH
const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Replaces a picture, '' for none, and answers its address; undefined deletes the old one and answers ''. Call it in the
 * transaction that stores the address. Refuses with 400001 and info `<field>.quota` when the
 * account has too many.
 */
export async function replacePicture(
  db: Db,
  { clock, random, limits }: { clock: Clock; random: Random; limits: Limits },
  accountId: string,
  change: { field: PictureField; old: string; picture: Picture | undefined },
): Promise<string> {
  const { field, old, picture } = change
  if (old.startsWith(ADDRESS)) await deleteMedia(db, accountId, old.slice(ADDRESS.length))
  if (picture === undefined) return ''
  await mustHaveRoom(db, limits, accountId, { field, picture })
  const name = `${newToken(random)}.${EXTENSIONS[picture.type]}`
  await insertMedia(db, accountId, { ...picture, name, now: toSeconds(clock.now()) })
  return ADDRESS + name
}

/** Refuses with 400001 a picture beyond the account's quota; the bytes it replaces are free again. */
export async function mustHaveRoom(
  db: Db,
  { pictureBytesPerAccount }: Limits,
  accountId: string,
  { field, picture, insteadBytes = 0 }: { field: PictureField; picture: Picture; insteadBytes?: number },
): Promise<void> {
  const bytes = await lockMediaBytes(db, accountId)
  if (bytes - insteadBytes + picture.image.length > pictureBytesPerAccount) {
    throw refuse('invalidInput', { info: `${field}.quota` })
  }
}
