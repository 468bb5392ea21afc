/** `npm run dev:mock`: the console served from its sources, over the mock of the API. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const vite = spawn('vite', [join(import.meta.dirname, '../apps/console'), '--mode', 'mock'], { stdio: 'inherit' })
vite.on('exit', (code) => {
  process.exitCode = code ?? 0
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vite.kill('SIGTERM'))
