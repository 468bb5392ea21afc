/** `npm run fix`: formats and repairs what can be repaired by itself. */
import { runAll } from './steps.ts'

process.exit(await runAll([{ title: 'format and lint', command: 'biome', args: ['check', '--write', '.'] }]))
