/** The program an operator types, beside a running server. What each command does: admin.test.ts. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { preparedDataFolder } from '../../../scripts/harness/prepared-data.ts'
import { compileCache, startServer } from '../../../scripts/harness/start-server.ts'

const ADMIN = join(import.meta.dirname, 'admin.ts')

test('a command answers JSON beside the running server, and ends with a sentence and code 1 where it cannot be done', async () => {
  const server = await startServer({ env: { DATA_DIR: await preparedDataFolder({ inMemory: true }) } })
  onTestFinished(() => server.stop())
  const admin = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = {
        ...compileCache(),
        PATH: process.env.PATH ?? '',
        DATA_DIR: server.dataDir,
        PORT: String(server.port),
      }
      execFile(process.execPath, [ADMIN, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      })
    })
  const made = await admin('owner', 'owner@example.com', 'Mori Yuki')
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const { email, password } = JSON.parse(made.stdout)
  const answer = await fetch(`${server.origin}/v3/app/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      device: { platform: 'web', useragent: '', push_token: '' },
      user: { provider: 'email', email, password },
    }),
  })
  expect(await answer.json()).toMatchObject({ result: true, name: 'Mori Yuki', class: 'owner' })
  const { stdout } = await admin('credential', 'owner@example.com', 'my-phone', '--kind', 'native')
  expect(JSON.parse(stdout)).toMatchObject({ url: `http://localhost:${server.port}`, username: 'my-phone' })
  // Without a stack.
  expect(await admin('revoke', 'owner@example.com', 'another')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This account has no valid credential of that name.\n',
  })
})
