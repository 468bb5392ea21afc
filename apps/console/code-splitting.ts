/**
 * Into how few files the code of the console goes. Left to itself, the bundler makes a file for each set of pages that share
 * something: a hundred requests for a page, most of them under a kilobyte.
 */
import { join } from 'node:path'

const source = (path: string) => join(import.meta.dirname, 'src', path)
const MAIN = source('app/main.tsx')
/** What stands around each page of who is signed in: whatever it needs is there before any of them. */
const FRAME = source('app/signed-in-layout.tsx')
/** What these need, they load alone: pages before sign-in, and those that come by a mail. */
const EARLY = ['sign-in', 'link-pages'] as const

/** An index of thousands of icons, of which a page takes a few; by it, each page would need all of them. */
const INDEXES = /\/@tabler\/icons-react\/dist\/esm\/(icons\/index|tabler-icons-react)\.mjs$/
const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\//
/** Those of the sign-in page. */
const FIRST_ICON = /\/Icon(BuildingHospital|Check|Eye|EyeOff|InfoCircle|WifiOff|World|X)\.mjs$/

interface Module {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
interface Modules {
  getModuleInfo(id: string): Module | null
}

/** All that is loaded with these modules. */
function loadedWith(modules: Modules, entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [...entries]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (!INDEXES.test(id)) left.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Every module that is loaded when it is first needed. */
function pagesOf(modules: Modules): readonly string[] {
  const found = new Set([MAIN])
  for (const page of found) {
    for (const id of loadedWith(modules, [page])) {
      for (const next of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) found.add(next)
    }
  }
  found.delete(MAIN)
  return [...found]
}

/** Pages that count as screens of their own. */
const APART = new Map([
  // Its drawing comes after its list, as the library of maps is as large as all else together.
  [source('screens/map/map-view.tsx'), 'stage'],
  [source('app/sign-in-page.tsx'), 'sign-in'],
  [source('screens/sign-in/visit-panel.tsx'), 'visit'],
])

/** The screen that a page is part of: who opens one of its pages mostly opens another. */
const screenOf = (page: string): string =>
  APART.get(page) ?? /\/src\/(?:screens|features)\/([^/]+)\//.exec(page)?.[1] ?? 'app'

/** A module that this many screens need goes into one file with all of its kind. */
const MANY = 3

function filesOf(modules: Modules): ReadonlyMap<string, string> {
  const pages = pagesOf(modules)
  for (const page of [FRAME, ...APART.keys()]) {
    if (!pages.includes(page)) throw new Error(`${page} is no page any more, but is named in code-splitting.ts.`)
  }
  const start = loadedWith(modules, [MAIN])
  const frame = loadedWith(modules, [FRAME])
  const users = new Map<string, string[]>()
  for (const page of pages) {
    for (const id of loadedWith(modules, [page])) {
      if (id !== page) users.set(id, [...(users.get(id) ?? []), screenOf(page)])
    }
  }
  const fileFor = (id: string, screens: readonly string[]): string | undefined => {
    if (start.has(id)) return 'start'
    if (screens.length < 2) return undefined
    const early = EARLY.find((screen) => screens.includes(screen))
    if (early !== undefined) return early
    if (frame.has(id)) return 'frame'
    const names = [...new Set(screens)].sort()
    return names.length < MANY ? names.join('_') : 'pages'
  }
  const ids = new Set([...start, ...users.keys()])
  return new Map(
    [...ids].flatMap((id) => {
      const file = fileFor(id, users.get(id) ?? [])
      return file === undefined ? [] : [[id, file] as const]
    }),
  )
}

/**
 * The files that several pages share, for the bundler; what one page needs alone is left to it. Each file needs only files of
 * more pages than its own, so that none waits for one that it does not need.
 */
export function codeSplitting() {
  let files: ReadonlyMap<string, string> | undefined
  const fileOf = (id: string, modules: Modules): string | undefined => {
    if (ICON.test(id)) return FIRST_ICON.test(id) ? 'start' : 'icons'
    files ??= filesOf(modules)
    return files.get(id)
  }
  // Modules go with the first file that takes them, and take along what they need: what many pages share comes first.
  const takers: readonly (readonly [debugName: string, takes: (file: string) => boolean])[] = [
    ...['start', 'icons', ...EARLY, 'frame', 'pages'].map((name) => [name, (file: string) => file === name] as const),
    ['two screens', (file) => file.includes('_')],
    ['one screen', () => true],
  ]
  return {
    groups: takers.map(([debugName, takes], index) => ({
      debugName,
      priority: takers.length - index,
      name: (id: string, modules: Modules) => {
        const file = fileOf(id, modules)
        return file !== undefined && takes(file) ? file : null
      },
    })),
  }
}
