/** What tables need that Citus spreads over workers, in every file: no database is asked. Decision 0084. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DISTRIBUTED_TABLES } from './distribute-tables.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'

const SOURCES = join(import.meta.dirname, '../..')
const schema = readFileSync(join(MIGRATIONS_FOLDER, 'schema.sql'), 'utf8')
const allTables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!)
const isSpread = (table: string) => DISTRIBUTED_TABLES.includes(table)

/** A statement that reads another table too, with the reason why it may. */
const MIXED: Readonly<Record<string, string>> = {
  'ingest/log/read-log.ts': 'accounts of shards, asked once and sent to the workers',
}

/** Backtick texts of a source, each with those within it. */
function textsOf(source: string): string[] {
  const texts: string[] = []
  const starts: { readonly at: number; depth: number }[] = []
  for (let at = 0; at < source.length; at += 1) {
    const inner = starts.at(-1)
    if (source[at] === '\\') at += 1
    else if (source[at] === '`' && (inner === undefined || inner.depth > 0)) starts.push({ at, depth: 0 })
    else if (source[at] === '`') {
      starts.pop()
      if (starts.length === 0) texts.push(source.slice(inner!.at, at))
    } else if (inner !== undefined && source[at] === '{' && (inner.depth > 0 || source[at - 1] === '$'))
      inner.depth += 1
    else if (inner !== undefined && inner.depth > 0 && source[at] === '}') inner.depth -= 1
  }
  return texts
}

const tablesOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)]
      .map(([, name]) => name!)
      .filter((name) => allTables.includes(name)),
  ),
]

test('each key of a spread table begins with the account', () => {
  const keysOf = (table: string) => [
    ...[...schema.matchAll(new RegExp(`unique index \\w+ on ${table} \\(([^)]*)\\)`, 'g'))].map(([, key]) => key),
    ...[
      ...schema.matchAll(new RegExp(`create table ${table} \\((?:(?!\\n\\)).)*?primary key \\(([^)]*)\\)`, 'gs')),
    ].map(([, key]) => key),
  ]
  for (const table of DISTRIBUTED_TABLES) {
    expect(keysOf(table), table).not.toEqual([])
    expect(
      keysOf(table).filter((key) => !key!.startsWith('account_id,')),
      table,
    ).toEqual([])
  }
})

test('no statement reads tables of workers together with tables of the coordinator', () => {
  const mixed = globSync('**/*.ts', { cwd: SOURCES })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) =>
      textsOf(readFileSync(join(SOURCES, name), 'utf8'))
        .map(tablesOf)
        .filter((tables) => tables.some(isSpread) && !tables.every(isSpread))
        .map((tables) => `${name}: ${tables.join(', ')}`),
    )
  expect(mixed.filter((line) => !Object.hasOwn(MIXED, line.split(':')[0]!))).toEqual([])
})
