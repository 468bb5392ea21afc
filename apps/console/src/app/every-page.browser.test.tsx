/**
 * Pages as `lib/pages.ts` names them, judged by axe: here the first page of each screen, in one look. All pages in all looks are in
 * the long run (`every-page.long.browser.test.tsx`). A page that is added there is judged without a line here.
 */
import { expect, test } from 'vitest'
import { judgePage } from '../../mock/judge-page.ts'
import { everyPage } from '../lib/pages.ts'

const screenOf = (path: string) => path.split('?')[0]
const FIRST_PAGES = everyPage().filter(
  (path, at, all) => all.findIndex((each) => screenOf(each) === screenOf(path)) === at,
)

/** By turns, so that each is tried. */
const LOOKS = [
  ['light', 1440],
  ['dark', 390],
] as const

test.each(FIRST_PAGES.map((path, at) => [path, ...LOOKS[at % 2]!] as const))(
  '%s breaks no rule of accessibility in %s at %i px',
  async (path, scheme, width) => {
    expect(await judgePage(path, { scheme, width })).toEqual([])
  },
)
