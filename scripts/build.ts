/** `npm run build`: the console into apps/console/dist, compressed beforehand. `--if-changed` skips when nothing changed. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { run } from './steps.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps/console/dist')
const marker = join(dist, '.built')

/** Everything the built console is made from. */
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages/contract/src',
  'packages/domain/src',
  'package-lock.json',
  'scripts/build.ts',
]

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Puts `.br` and `.gz` beside each text file; the server sends the one a browser takes. */
async function compress(): Promise<void> {
  const texts = filesBelow(dist).filter((file) => /\.(js|css|html|svg|json|geojson)$/.test(file))
  await Promise.all(
    texts.map(async (file) => {
      const content = readFileSync(file)
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

const hash = hashOfSources()
const isFresh = existsSync(marker) && readFileSync(marker, 'utf8') === hash
if (!(process.argv.includes('--if-changed') && isFresh)) {
  console.error('Building the console …')
  const args = ['build', join(root, 'apps/console'), '--emptyOutDir', '--logLevel', 'warn']
  const code = await run({ title: 'vite', command: 'vite', args })
  if (code !== 0) process.exit(code)
  await compress()
  writeFileSync(marker, hash)
}
