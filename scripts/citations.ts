/**
 * Every citation resolves within the repository: product decisions, security rules, sections of documents, decisions, rows of
 * the requirements, files. The list of decisions has them all. The forms stand in CONTRIBUTING.md. `node scripts/citations.ts` prints each fault and ends with 1.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)

/** Sections of a document by number: `## 5. …`, `### 5.2 …`. */
const sectionsOf = (path: string): ReadonlySet<string> => new Set(matches(read(path), /^#{2,3} (\d+(?:\.\d+)?)\.? /gm))

/** A heading's anchor: lower case, spaces as hyphens, other signs left out. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (path: string): readonly string[] => matches(read(path), /^#+ (.+)$/gm).map(anchorOf)

/** Standards that stand outside: their sections are theirs. */
const STANDARD = /(?:RFC \d+|MQTT (?:3\.1\.1|5\.0)|OpenID Connect Core|3GPP TR 38\.901)$/
const DOCUMENTS: Readonly<Record<string, string>> = {
  specification: 'docs/specification.md',
  'wire formats': 'docs/wire-formats.md',
  'design language': 'docs/design-language.md',
}
const SECTION_LIST = /§\d[\d.]*(?:[^§\n;]{0,40}?, §\d[\d.]*)*/g

const productDecisions = new Set(matches(read('docs/product-decisions.md'), /^### (G\d\d) /gm))
const rules = new Set(matches(read('docs/security-rules.md'), /^### Rule (\d+)$/gm))
const sections = Object.fromEntries(Object.entries(DOCUMENTS).map(([name, path]) => [name, sectionsOf(path)]))
const rows = read('docs/requirements.tsv').split('\n').slice(1)
const ids = new Set(rows.map((row) => row.split('\t', 1)[0]!).filter((id) => id !== ''))
const families = [...new Set([...ids].flatMap((id) => matches(id, /^([A-Z]{2,}(?:-GENERAL)?)-\d+$/g)))].join('|')
const decisionFiles = readdirSync(join(root, 'docs/decisions'))
  .filter((name) => /^\d{4}-/.test(name))
  .toSorted()
const decisionPages = new Set(decisionFiles.map((name) => name.slice(0, 4)))

/** Sections that a text cites, each with what stands before its list. */
function* citedSections(text: string): Generator<{ readonly before: string; readonly section: string }> {
  for (const list of text.matchAll(SECTION_LIST)) {
    const before = text
      .slice(0, list.index)
      .replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
      .trimEnd()
    for (const section of matches(list[0], /§(\d+(?:\.\d+)*)/g)) yield { before, section }
  }
}

/** What is wrong with the citations of a text; nothing where all resolve. `path` is where it stands, from the root. */
function faultsOf(path: string, text: string): string[] {
  const faults: string[] = []
  const expectAll = (found: readonly string[], known: ReadonlySet<string>, what: string) => {
    for (const one of found) if (!known.has(one)) faults.push(`${what} ${one} does not exist`)
  }
  expectAll(matches(text, /\b(G\d\d)\b/g), productDecisions, 'product decision')
  for (const list of matches(text, /\brules? (\d+(?:, \d+)*)\b(?!\.\d)/gi)) expectAll(list.split(', '), rules, 'rule')
  for (const list of matches(text, /\bdecisions? (\d{4}(?:, \d{4})*)\b/gi))
    expectAll(list.split(', '), decisionPages, 'decision')
  // Migrations stay as they were applied.
  if (!path.includes('/migrations/0')) {
    for (const list of matches(text, /\b(rules? \d+(?:, \d+)*(?:-\d+|,? (?:and|to) \d+))\b/gi))
      faults.push(`"${list}" is written "rules 43, 46"`)
  }
  expectAll(matches(text, new RegExp(`\\b((?:${families})-\\d+)\\b`, 'g')), ids, 'requirement')
  for (const { before, section } of citedSections(text)) {
    const name = Object.keys(sections).find((document) => before.toLowerCase().endsWith(document))
    if (name !== undefined) expectAll([section], sections[name]!, `${name} §`)
    else if (!STANDARD.test(before)) faults.push(`§${section} names no document: "${before.slice(-30)} §${section}"`)
  }
  // The sources of the wire formats are files of other projects.
  const ownPaths = path === 'docs/wire-formats.md' ? '' : text
  for (const [, target, anchor] of ownPaths.matchAll(/(?<![\w/.])(docs\/[\w./-]+\.(?:md|tsv))(?:#([\w-]+))?/g)) {
    if (!existsSync(join(root, target!))) faults.push(`${target} does not exist`)
    else if (anchor !== undefined && !anchorsOf(target!).includes(anchor))
      faults.push(`${target} has no heading #${anchor}`)
  }
  if (path.endsWith('.md')) {
    for (const [, target, anchor] of text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      const file = target === '' ? path : normalize(join(dirname(path), target!))
      if (!existsSync(join(root, file))) faults.push(`the link to ${target} leads nowhere`)
      else if (anchor !== undefined && !anchorsOf(file).includes(anchor))
        faults.push(`${file} has no heading #${anchor}`)
    }
  }
  return faults
}

/** Rows of the requirements name their section and lines of the specification. */
function faultsOfRows(): string[] {
  const lines = read('docs/specification.md').split('\n')
  const sectionAt = (line: number) =>
    lines
      .slice(0, line)
      .findLast((text) => text.startsWith('## '))
      ?.match(/\d+/)?.[0] ?? '0'
  return rows
    .filter((row) => row !== '')
    .flatMap((row) => {
      const [id, place] = row.split('\t')
      const named = matches(place!, /\bL(\d+)/g).map(Number)
      const bad = named.filter((line) => (lines[line - 1] ?? '').trim() === '')
      if (bad.length > 0) return [`${id}: the specification has no line ${bad.join(', ')}`]
      return sectionAt(named[0]!) === place!.split(' ', 1)[0] ? [] : [`${id}: line ${named[0]} is in another section`]
    })
}

/** The list of decisions has a line for each page, in order, with the page's title. */
function faultsOfDecisions(): string[] {
  const lines = decisionFiles.map((name) => {
    const [, number, title] = read(`docs/decisions/${name}`).match(/^# (\d{4}) (.+)/) ?? []
    return `- [${number}](${name}) ${title}`
  })
  const listed = matches(read('docs/decisions/README.md'), /^(- \[.+)$/gm)
  const missing = lines.filter((line) => !listed.includes(line)).map((line) => `lacks the line "${line}"`)
  const isInOrder = missing.length > 0 || lines.join() === listed.join()
  return isInOrder ? missing : ['lists more than the pages, or in another order']
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:[cm]?[jt]sx?|css|sql|md)$/.test(path) && existsSync(join(root, path)))
const faults = [
  ...files.flatMap((path) => faultsOf(path, read(path)).map((fault) => `${path}: ${fault}`)),
  ...faultsOfDecisions().map((fault) => `docs/decisions/README.md: ${fault}`),
  ...faultsOfRows().map((fault) => `docs/requirements.tsv: ${fault}`),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
