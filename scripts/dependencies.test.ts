/** What others wrote: which it is, that it is the same everywhere, and that it runs nothing at its installation. Source: security rule 35. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Locked {
  version: string
  integrity?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
const locked = Object.entries<Locked>(read('package-lock.json').packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
  .map(([place, one]) => ({ ...one, name: nameOf(place) }))
const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })].map(read)

test('every dependency is locked: one version, known by its hash', () => {
  for (const { dependencies, devDependencies, optionalDependencies } of manifests) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  }
  expect(locked.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true)).toEqual([])
})

test('nothing runs at its installation', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  expect(Object.values(allowScripts)).not.toContain(true)
  const withScripts = locked.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(withScripts))
})

test('the bill of materials names every package with its version and hash, and tells tools from what runs', () => {
  const bom = JSON.parse(execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8' })) as {
    bomFormat: string
    components: Component[]
  }
  expect(bom.bomFormat).toBe('CycloneDX')
  const components = new Map(bom.components.map((component) => [component.purl, component]))
  for (const { name, version, integrity, dev } of locked) {
    const { hashes, properties } = components.get(`pkg:npm/${name.replace('@', '%40')}@${version}`) ?? {}
    const hash = Buffer.from(integrity!.slice('sha512-'.length), 'base64').toString('hex')
    const isTool = properties?.some((property) => property.name === 'cdx:npm:package:development') === true
    expect({ name, hash: hashes?.[0]?.content, isTool }).toEqual({ name, hash, isTool: dev === true })
  }
}, 60_000)

interface Component {
  readonly purl: string
  readonly hashes?: readonly { readonly content: string }[]
  readonly properties?: readonly { readonly name: string }[]
}
