/**
 * `npm run --silent sbom > whereabouts.cdx.json`: every package of the lock file as CycloneDX; those that only build and test are
 * marked as development. Source: security rule 35.
 */
import { join } from 'node:path'
import { run } from './steps.ts'

process.chdir(join(import.meta.dirname, '..'))
// Not `--omit=dev`: npm 11 then leaves out what is a tool of one workspace and runs in another, as sharp and aedes do.
const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
process.exitCode = await run({ title: 'sbom', command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args })
