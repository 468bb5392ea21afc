/** `npm run check`: types, lint and format, import arrows, unused code. */
import { runAll } from './steps.ts'

process.exit(
  await runAll([
    { title: 'types', command: 'tsc', args: ['--noEmit'] },
    { title: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
    {
      title: 'import arrows',
      command: 'depcruise',
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'apps', 'packages', 'bench', 'scripts'],
    },
    { title: 'unused code', command: 'knip', args: [] },
  ]),
)
