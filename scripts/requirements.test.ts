/** The register of requirements against the tests. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0]!)

/** Ids in brackets at the end of a title of a test, one or several. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/\[([A-Z][A-Za-z]*-[^\]\n]+)\]/g)]
    .flatMap(([, list]) => list!.split(',').map((part) => part.trim()))
    .filter((id) => /^[A-Z]{2,}[A-Za-z]*-/.test(id))

test('every row of the register is named by a test, and tests name no row that is not there [PROD-04]', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const named = new Set(
    files
      .trim()
      .split('\n')
      .flatMap((file) => idsIn(readFileSync(join(root, file), 'utf8'))),
  )
  expect(rows.length).toBeGreaterThan(700)
  expect(rows.filter((id) => !named.has(id))).toEqual([])
  const known = new Set(rows)
  expect([...named].filter((id) => /^(API|ENT|ERR)-/.test(id) && !known.has(id))).toEqual([])
})
