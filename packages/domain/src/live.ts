/** Facts of the live stream that server and console share. Source: docs/architecture.md#live-data, security rule 53. */

/** Path of the stream below the API prefix. */
export const STREAM_PATH = '/app/stream'
/** A heartbeat is sent this often (ms). */
export const HEARTBEAT_MS = 10_000
/** A console that hears nothing for this long (ms) warns loudly. */
export const SILENCE_AFTER_MS = 15_000
