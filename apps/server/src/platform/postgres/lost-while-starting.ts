/** What a start says that loses its database once the tables are ready. */
import { StartFault } from '../start-fault.ts'
import { isStorageAway } from './storage-away.ts'

/** The supervisor starts the server again, which then waits for the database. */
export const lostWhileStarting = (error: unknown): unknown =>
  isStorageAway(error)
    ? new StartFault(`The server lost its database while it started: ${(error as Error).message}. Start it again.`)
    : error
