/**
 * Ends the bundled PostgreSQL when its server is gone, in whatever way: a small process waits on a pipe whose other end is the
 * server's alone, and the kernel closes that with the server. Why not otherwise: decision 0062.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/**
 * Shell built-ins alone. Fast shutdown, and of that postmaster only: one that is already ended, or that a next server started in its
 * place, has another number in the file.
 */
const SCRIPT = `
while read -r _; do :; done
if read -r pid < "$2" && [ "$pid" = "$1" ]; then kill -INT "$pid"; fi
`

/** Watches from now on; the answered function ends that, once the postmaster has ended. */
export function endWithServer(pid: number, clusterFolder: string, log: Log): () => void {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid), join(clusterFolder, 'postmaster.pid')], {
    // Detached: what ends the server's group of processes must not end this one first.
    ...{ cwd: '/', env: {}, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  })
  child.on('error', (error) =>
    log.warn({ reason: error.message }, 'Failed to watch for the end of the server; its database outlives a crash'),
  )
  child.stdin.on('error', () => {})
  child.unref()
  return () => child.stdin.destroy()
}
