/** `npm run dev`: the demo's server, restarted when its code changes, and the console served from its sources. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/demo.ts')], {
    stdio: 'inherit',
  }),
  // The console's calls go on to the server, wherever that listens.
  spawn('vite', [join(root, 'apps/console')], {
    stdio: 'inherit',
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${process.env.PORT ?? 8080}` },
  }),
]

/** When one ends, the other has nothing to work with. */
function end(code: number): void {
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message)
    end(1)
  })
  child.on('exit', (code) => end(code ?? 0))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0))
