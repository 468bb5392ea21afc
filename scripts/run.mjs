// The one door for every command of package.json. Plain JavaScript, because it runs on whatever Node (20 or later)
// the machine has; it then starts the pinned Node 24 that npm installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command, ...args] = process.argv.slice(2)

/** What each command runs, relative to the root, with which arguments; `build` first makes the console. */
const COMMANDS = {
  demo: { entry: 'apps/server/src/demo.ts', build: true },
  start: { entry: 'apps/server/src/main.ts', build: true },
  dev: { entry: 'scripts/dev.ts' },
  'dev:mock': { entry: 'scripts/dev-mock.ts' },
  test: { entry: 'scripts/test.ts', build: true },
  quick: { entry: 'scripts/test.ts', args: ['--quick'] },
  'test:long': { entry: 'scripts/test.ts', args: ['--long'], build: true },
  e2e: { entry: 'scripts/test.ts', args: ['--browser'], build: true },
  check: { entry: 'scripts/check.ts' },
  fix: { entry: 'scripts/fix.ts' },
  build: { entry: 'scripts/build.ts' },
  bench: { entry: 'bench/run.ts', build: true },
  simulate: { entry: 'apps/simulator/src/main.ts' },
  admin: { entry: 'apps/server/src/admin.ts' },
  'db:new': { entry: 'scripts/db-new.ts' },
  sbom: { entry: 'scripts/sbom.ts' },
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Installs when the lock file is not the one that was installed last. */
function install() {
  const marker = join(root, 'node_modules', '.whereabouts-lock')
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  console.error('Installing dependencies (about a minute the first time) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // What a command prints may be read by another program: none of it may be npm's.
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) fail('npm ci failed; see its messages above.')
  writeFileSync(marker, hash)
}

/** The pinned Node 24 of this platform, else the running one if it is new enough. */
function findNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `There is no packaged Node 24 for ${process.platform} ${process.arch}. Install Node 24 and run this again.`,
  )
}

function main() {
  const entry = COMMANDS[command]
  if (entry === undefined) fail(`Unknown command '${command ?? ''}'. Known: ${Object.keys(COMMANDS).join(', ')}.`)
  install()
  const node = findNode()
  const env = { ...process.env, PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}` }
  if (entry.build) {
    const built = spawnSync(node, [join(root, 'scripts/build.ts'), '--if-changed'], { stdio: 'inherit', env })
    if (built.status !== 0) process.exit(built.status ?? 1)
  }
  // `npm run` keeps the folder it was called in here, so that paths in settings mean what the caller sees.
  const child = spawn(node, [join(root, entry.entry), ...(entry.args ?? []), ...args], { stdio: 'inherit', env })
  // A terminal's Ctrl-C reaches the child by itself; a supervisor signals this process alone.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

main()
