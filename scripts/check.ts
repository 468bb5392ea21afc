/** `npm run check`: types, lint and format, import arrows, pairs of features, unused code, citations. */
import { runAll } from './steps.ts'

process.exit(
  await runAll([
    // Each checker works out the types it shares with others again: one takes half the time of the usual four.
    { title: 'types', command: 'tsc', args: ['--noEmit', '--checkers', '1'] },
    { title: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
    {
      title: 'import arrows',
      command: 'depcruise',
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'apps', 'packages', 'bench', 'scripts'],
    },
    { title: 'feature pairs', command: process.execPath, args: ['scripts/feature-pairs.ts'] },
    { title: 'unused code', command: 'knip', args: [] },
    { title: 'citations', command: process.execPath, args: ['scripts/citations.ts'] },
  ]),
)
