/** Says what the tiers of a run cost, and what is over its budget. Costs are seconds of processor on the reference machine. */
import type { SharedCost } from './harness/costs.ts'
import type { TestRun } from './harness/test-run.ts'
import type { FileResult } from './harness/tier-reporter.ts'
import { CHECK, FILE_BUDGETS, REFERENCE_S, TIERS, type Tier } from './tiers.ts'

/** What the reference took at one time of a run (s). */
export interface Sample {
  readonly atMs: number
  readonly seconds: number
}

export interface RunCosts {
  readonly files: readonly FileResult[]
  readonly shared: readonly SharedCost[]
  readonly samples: readonly Sample[]
  /** `npm run check` (s); undefined: it was not run. */
  readonly checkS: number | undefined
}

/**
 * How many times as much processor the same work took as on the reference machine, in the samples of a time and those next to it:
 * cores that share a cache, or a host, with others are slower.
 */
export function slowness(samples: readonly Sample[], fromMs = -Infinity, untilMs = Infinity): number {
  const first = samples.findLastIndex(({ atMs }) => atMs <= fromMs)
  const next = samples.findIndex(({ atMs }) => atMs >= untilMs)
  const own = samples.slice(Math.max(0, first), next === -1 ? undefined : next + 1)
  if (own.length === 0) throw new Error('The reference was not measured in this run.')
  return own.reduce((total, { seconds }) => total + seconds, 0) / own.length / REFERENCE_S
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

interface Row {
  readonly name: string
  readonly seconds: number
  readonly budgetS: number
}

/** Files that a run names, whatever they cost. */
const MOST_EXPENSIVE = 10

const said = ({ seconds, budgetS }: Row) => `${seconds.toFixed(1)} s of ${budgetS} s`
const isOver = ({ seconds, budgetS }: Row) => seconds > budgetS

/** How long it ran by the clock (s). */
const secondsRun = ({ cost }: FileResult) => (cost === undefined ? 0 : (cost.endedAt - cost.startedAt) / 1000)

/** Each file, the most expensive first. */
function fileRows({ files, samples }: RunCosts): (Row & { readonly tier: string })[] {
  const tiers = new Map(TIERS.map((tier) => [tier.name, tier]))
  return files
    .flatMap((file) => {
      const { path, tier, cost } = file
      if (cost === undefined) return []
      const { fileBudgetS = 0, waiting } = tiers.get(tier) ?? {}
      const used = Math.max(0, cost.seconds - (waiting?.ofFile ?? 0) * secondsRun(file))
      const seconds = used / slowness(samples, cost.startedAt, cost.endedAt)
      return [{ name: path, tier, seconds, budgetS: FILE_BUDGETS[path] ?? fileBudgetS }]
    })
    .sort((a, b) => b.seconds - a.seconds)
}

/** A line for each tier, and faults that name what is over its budget: files, and in a run of everything the tiers too. */
export function tierTable(run: RunCosts, kind: 'some files' | TestRun): { lines: string[]; faults: string[] } {
  const usual = slowness(run.samples)
  const budgetOf = ({ budgetS, quickBudgetS = 0 }: Tier | typeof CHECK) => (kind === 'quick' ? quickBudgetS : budgetS)
  const files = fileRows(run)
  const tiers = TIERS.flatMap((tier) => {
    const own = run.files.filter((file) => file.tier === tier.name)
    if (own.length === 0) return []
    const shared = run.shared.filter((cost) => cost.tier === tier.name)
    const sharedS = Math.max(
      0,
      sum(shared, (cost) => cost.seconds) - (tier.waiting?.ofShared ?? 0) * sum(own, secondsRun),
    )
    const seconds = sharedS / usual + sum(files, (row) => (row.tier === tier.name ? row.seconds : 0))
    const tests = sum(own, ({ passed, failed, leftOut }) => passed + failed + leftOut)
    const counts = `${String(own.length).padStart(4)} files ${String(tests).padStart(5)} tests`
    return [{ name: tier.name, seconds, budgetS: budgetOf(tier), counts }]
  })
  const check =
    run.checkS === undefined
      ? []
      : [{ name: CHECK.name, seconds: run.checkS / usual, budgetS: budgetOf(CHECK), counts: '' }]
  const bounded = kind === 'long' ? [] : kind === 'some files' ? files : [...files, ...tiers, ...check]
  return {
    lines: [
      ...[...tiers, ...check].map((row) => `${row.name.padEnd(20)} ${row.counts.padEnd(22)} ${said(row)}`),
      'The most expensive files:',
      ...files.slice(0, MOST_EXPENSIVE).map((row) => `  ${row.name} ${said(row)}`),
      `The same work took ${usual.toFixed(2)} times the processor of the reference machine.`,
    ],
    faults: bounded.filter(isOver).map((row) => `Over its budget: ${row.name} (${said(row)})`),
  }
}
