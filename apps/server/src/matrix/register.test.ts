/** The calls that the specification names, at the front door. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const { call } = await testApp()
const register = readFileSync(join(import.meta.dirname, '../../../../docs/requirements.tsv'), 'utf8')
const named = [...register.matchAll(/^API-([A-Z]+) (\/\S+)\t/gm)].map(([, method, path]) => [method!, path!] as const)

test('the server answers every call of the register, each by its method and path [PROD-07]', async () => {
  expect(named.length).toBeGreaterThan(75)
  const unknown: string[] = []
  for (const [method, path] of named) {
    // Who nobody knows is turned away by each call in its own way, and by none as a page or a method that is not there.
    const { body } = await call(method, `/v3${path.replaceAll(/\{\w+\}/g, 'any')}`)
    if (body.code === 404101 || body.code === 405001) unknown.push(`${method} ${path}: ${body.code}`)
  }
  expect(unknown).toEqual([])
})
