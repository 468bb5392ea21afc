/** Programs of the system that tests drive. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the first of these programs that is found; those for administrators are not on everybody's PATH. */
export const onPath = (names: readonly string[]): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

export const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0

/** As root alone, which is to say on machines made for this; away from the network it gives up at once. */
export function installByApt(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return false
  console.error(`Installing ${packages[0]} with apt-get …`)
  const apt = (...args: string[]) =>
    succeeds('apt-get', ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', ...args])
  return apt('update') && apt('install', '-y', ...packages)
}
