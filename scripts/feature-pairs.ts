/**
 * Which feature of a program may import which other one: `feature-pairs.json` lists the pairs there are. A pair outside the list fails,
 * and so does one that nothing uses any more, so that the list only shrinks; the same goes for its greatest knot of features that
 * import each other in a circle. `node scripts/feature-pairs.ts` prints each fault and ends with 1. Tests do not count.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Allowed {
  /** Features of the greatest knot; 0: there is no circle. */
  readonly greatestKnot: number
  /** Features that a feature imports, by its name. */
  readonly pairs: Readonly<Record<string, readonly string[]>>
}

const LIST = 'scripts/feature-pairs.json'
const lists: Readonly<Record<string, Allowed>> = JSON.parse(readFileSync(join(root, LIST), 'utf8'))

type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** What each feature below a folder imports of the others. */
function importsOf(folder: string): Imports {
  const imports = new Map<string, Set<string>>()
  for (const path of globSync('*/**/*.{ts,tsx}', { cwd: join(root, folder) })) {
    if (/\.test\.tsx?$/.test(path)) continue
    const [feature] = path.split('/') as [string]
    const found = imports.get(feature) ?? new Set()
    imports.set(feature, found)
    for (const [, target] of readFileSync(join(root, folder, path), 'utf8').matchAll(
      /(?:from|import)[ (]'(\.[^']+)'/g,
    )) {
      const [other] = normalize(join(dirname(path), target!)).split('/') as [string]
      if (other !== '..' && other !== feature) found.add(other)
    }
  }
  return imports
}

/** All that a feature imports, by way of others too. */
function reachOf(imports: Imports, feature: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const look = (from: string) => {
    for (const other of imports.get(from) ?? []) {
      if (reached.has(other)) continue
      reached.add(other)
      look(other)
    }
  }
  look(feature)
  return reached
}

/** The most features that import each other in a circle; empty: there is no circle. */
function greatestKnotOf(imports: Imports): readonly string[] {
  const reach = new Map([...imports.keys()].map((feature) => [feature, reachOf(imports, feature)]))
  const knotOf = (feature: string) => [...reach.get(feature)!].filter((other) => reach.get(other)?.has(feature))
  return [...imports.keys()]
    .map(knotOf)
    .reduce<readonly string[]>((most, knot) => (knot.length > most.length ? knot : most), [])
}

function faultsOf(program: string, allowed: Allowed): string[] {
  const folder = `apps/${program}/src/features`
  const imports = importsOf(folder)
  const used = [...imports].flatMap(([feature, others]) => [...others].map((other) => `${feature} → ${other}`))
  const listed = Object.entries(allowed.pairs).flatMap(([feature, others]) =>
    others.map((other) => `${feature} → ${other}`),
  )
  const knot = greatestKnotOf(imports)
  console.log(`${program}: ${used.length} pairs of features, greatest knot ${knot.length} of ${imports.size}`)
  const faults = [
    ...used.filter((pair) => !listed.includes(pair)).map((pair) => `${pair} is not allowed`),
    ...listed.filter((pair) => !used.includes(pair)).map((pair) => `${pair} is not used: take it off the list`),
  ]
  if (knot.length !== allowed.greatestKnot) {
    faults.push(`the greatest knot is ${knot.length} and not ${allowed.greatestKnot}: ${[...knot].sort().join(' ')}`)
  }
  return faults.map((fault) => `${folder}: ${fault}`)
}

const faults = Object.entries(lists).flatMap(([program, allowed]) => faultsOf(program, allowed))
for (const fault of faults) console.error(fault)
if (faults.length > 0) console.error(`The list stands in ${LIST}.`)
process.exit(faults.length === 0 ? 0 : 1)
