/**
 * Copies of the bundled database's folder: of a running one by a low-level base backup, as PostgreSQL's manual describes it, and
 * back into the place of one that is stopped. Source: security rule 60; decision 0032.
 */
import { constants } from 'node:fs'
import { chown, copyFile, lstat, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type DatabaseAddress, withClient } from './database-client.ts'

/** Files of one run, which the next run creates, and the write-ahead log, which is copied last. Source: the manual's list. */
const OF_A_RUN =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.(?:pid|opts)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/
const LOG_SEGMENT = /^[0-9A-F]{24}$|\.history$/

/** Size of the folder `from`, and free space beside `to` (bytes); the parent of `to` must exist. */
export async function roomFor(from: string, to: string): Promise<{ needed: number; free: number }> {
  let needed = 0
  for (const name of await readdir(from, { recursive: true })) needed += (await infoOf(join(from, name)))?.size ?? 0
  const { bavail, bsize } = await statfs(dirname(to))
  return { needed, free: bavail * bsize }
}

/**
 * Copies the folder of the database that runs at this address, without stopping it. The folder `to` is complete and on the disk,
 * or does not exist.
 */
export const copyRunning = (address: DatabaseAddress, from: string, to: string): Promise<void> =>
  withClient(address, async (client) => {
    // While this connection lasts, PostgreSQL keeps the write-ahead log that the copy needs.
    await client.query(`select pg_create_physical_replication_slot('copy_' || pg_backend_pid(), true, true)`)
    await client.query('select pg_backup_start($1, true)', [basename(to)])
    await makeWhole(to, async (part) => {
      await copyFolder(from, part, (path) => OF_A_RUN.test(path))
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      await copyFolder(join(from, 'pg_wal'), join(part, 'pg_wal'), (path) => !LOG_SEGMENT.test(path))
      await writeFile(join(part, 'backup_label'), rows[0]!.labelfile, from)
    })
  })

/** Copies the folder of a stopped database. */
export const copyResting = (from: string, to: string): Promise<void> =>
  makeWhole(to, (part) => copyFolder(from, part, () => false))

/** Copies under another name and renames when complete; an incomplete copy is removed. */
async function makeWhole(to: string, fill: (part: string) => Promise<void>): Promise<void> {
  const part = `${to}.part`
  await rm(part, { recursive: true, force: true })
  try {
    await fill(part)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
  await rename(part, to)
  await sync(dirname(to))
}

/** Undefined: it no longer exists. */
const infoOf = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** With owners and permissions, each flushed to the disk. A file that disappears meanwhile is not needed: the log replays it. */
async function copyFolder(from: string, to: string, isLeftOut: (path: string) => boolean, inside = ''): Promise<void> {
  const { uid, gid, mode } = await lstat(from)
  await mkdir(to, { recursive: true, mode: mode & 0o777 })
  await chown(to, uid, gid)
  for (const name of await readdir(from)) {
    const [source, target, path] = [join(from, name), join(to, name), `${inside}${name}`]
    const info = await infoOf(source)
    if (info === undefined || isLeftOut(path)) continue
    if (info.isDirectory()) await copyFolder(source, target, isLeftOut, `${path}/`)
    else if (info.isFile()) await copyOne(source, target, info)
  }
  await sync(to)
}

async function copyOne(from: string, to: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  try {
    // Where the file system can, both files share their unchanged blocks.
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await chown(to, uid, gid)
  await sync(to)
}

/** A file with the owner and permissions of that folder's files. */
async function writeFile(path: string, text: string, like: string): Promise<void> {
  const { uid, gid } = await lstat(like)
  const file = await open(path, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await chown(path, uid, gid)
  await sync(dirname(path))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
