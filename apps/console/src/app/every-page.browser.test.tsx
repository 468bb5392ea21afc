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

test.each(FIRST_PAGES.map((path, at) => [path, at % 2 === 0 ? 'light' : 'dark'] as const))(
  '%s breaks no rule of accessibility in %s',
  async (path, scheme) => {
    expect(await judgePage(path, { scheme, width: 1440 })).toEqual([])
  },
)
