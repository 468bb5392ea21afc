/**
 * `npm run bench [name …] [-- --option …]`: runs the benchmarks of this folder, each in a process of its own with the options.
 * Figures never fail; a broken promise does.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('--'))
const wanted = firstOption < 0 ? given : given.slice(0, firstOption)
const options = firstOption < 0 ? [] : given.slice(firstOption)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(1)
}
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
