/** Says what the tiers of a run cost, and which files are over their budget. */
import type { FileResult } from './harness/tier-reporter.ts'
import { FILE_BUDGETS, TIERS } from './tiers.ts'

const sum = (files: readonly FileResult[], of: (file: FileResult) => number) =>
  files.reduce((total, file) => total + of(file), 0)

/** A line for each tier that has files, then one for each file over its budget, the most expensive first. */
export function tierTable(files: readonly FileResult[]): string[] {
  const lines = TIERS.flatMap(({ name, budgetS }) => {
    const own = files.filter(({ tier }) => tier === name)
    if (own.length === 0) return []
    const seconds = sum(own, (file) => file.seconds)
    const tests = sum(own, ({ passed, failed, leftOut }) => passed + failed + leftOut)
    const counts = `${String(own.length).padStart(4)} files ${String(tests).padStart(5)} tests`
    const over = seconds > budgetS ? ', over its budget' : ''
    return [`${name.padEnd(20)} ${counts} ${seconds.toFixed(0).padStart(5)} s of ${budgetS} s${over}`]
  })
  const budgets = new Map(TIERS.map(({ name, fileBudgetS }) => [name, fileBudgetS]))
  const over = files
    .map(({ path, tier, seconds }) => ({ path, seconds, budgetS: FILE_BUDGETS[path] ?? budgets.get(tier) }))
    .filter(({ seconds, budgetS }) => budgetS !== undefined && seconds > budgetS)
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ path, seconds, budgetS }) => `Over its budget: ${path} (${seconds.toFixed(1)} s of ${budgetS} s)`)
  return [...lines, ...over]
}
