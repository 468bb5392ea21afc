/** Sizes of pages that server and console share. Source: decision G03. */

/** Most items of one page of devices and maps, so that a large fleet needs few calls. */
export const MAX_DEVICE_COUNT = 10_000
