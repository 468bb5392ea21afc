/** `npm run db:new -- <name>`: the next numbered migration, empty but for what to write. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { MIGRATIONS_FOLDER } from '../apps/server/src/platform/postgres/migrations.ts'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run db:new -- <name in lower case, words joined by _>')
  process.exit(1)
}
const last = Math.max(0, ...readdirSync(MIGRATIONS_FOLDER).map((file) => Number.parseInt(file, 10) || 0))
const path = join(MIGRATIONS_FOLDER, `${String(last + 1).padStart(4, '0')}_${name}.sql`)
writeFileSync(path, `-- What changes and why. Runs in one transaction; put the outcome into schema.sql too.\n`, {
  flag: 'wx',
})
console.log(relative(process.cwd(), path))
