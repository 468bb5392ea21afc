/** Sizes of pages and batches that server and console share. Source: G03. */

/** Most items of one page of devices and maps, so that a large fleet needs few calls. */
export const MAX_DEVICE_COUNT = 10_000

/** Most devices of one call. */
export const MAX_BATCH = 10_000
/**
 * Most devices of a call that carries an entry for each: a body has at most 10,000 keys (security rule 19), so a larger fleet
 * takes several calls.
 */
export const MAX_SYNC_CONFIGS = 1000
