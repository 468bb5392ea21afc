import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

function simulate(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  return { child, said, ended: once(child, 'close') as Promise<[number | null, string | null]> }
}

test('an unknown scenario ends with code 1 and one sentence', async () => {
  const { said, ended } = simulate('nap')
  expect(await ended).toEqual([1, null])
  expect(said.err.trim().split('\n')).toHaveLength(1)
  expect(said.err).toContain("Unknown scenario 'nap'.")
})

test('--help tells scenarios and options', async () => {
  const { said, ended } = simulate('--help')
  expect(await ended).toEqual([0, null])
  expect(said.out).toContain('night-shift')
  expect(said.out).toContain('--scenario-clock')
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it cleanly while the server is away', async (signal) => {
  const { child, said, ended } = simulate('day', '--url', 'http://127.0.0.1:1', '--mqtt', 'mqtt://127.0.0.1:1')
  await expect.poll(() => said.out, { timeout: 10_000 }).toContain('144 devices')
  child.kill(signal)
  expect(await ended).toEqual([0, null])
  expect(said.out).toContain('Stopped.')
  expect(said.err).toBe('')
})

test('a file of credentials that is none is told in one sentence', async () => {
  const { said, ended } = simulate('--devices', '5', '--credentials', main)
  expect(await ended).toEqual([1, null])
  expect(said.err).toMatch(/^The file of --credentials cannot be read as JSON: .*\n$/)
})
