import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A file that is always full, which Linux alone has.
test.runIf(process.platform === 'linux')('a log that cannot be written for want of room ends no program', async () => {
  const full = openSync('/dev/full', 'w')
  const program = JSON.stringify(join(import.meta.dirname, 'program.ts'))
  const text = `import(${program}).then(({ createLog }) => {
    const log = createLog()
    for (let line = 0; line < 100; line += 1) log.warn('Something happened; going on')
    setImmediate(() => console.log('alive'))
  })`
  const child = spawn(process.execPath, ['-e', text], { env: {}, stdio: ['ignore', 'pipe', full] })
  closeSync(full)
  let said = ''
  child.stdout!.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  expect({ code, said }).toEqual({ code: 0, said: 'alive\n' })
})
