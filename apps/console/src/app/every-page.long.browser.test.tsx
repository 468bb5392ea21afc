/** Every page there is, by `lib/pages.ts`, judged by axe in light and dark, in a wide window and on a phone. */
import { expect, test } from 'vitest'
import { judgePage } from '../../mock/judge-page.ts'
import { everyPage } from '../lib/pages.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [1440, 390].map((width) => ({ scheme, width })))

test.each(everyPage().flatMap((path) => LOOKS.map((look) => [path, look.scheme, look.width] as const)))(
  '%s breaks no rule of accessibility in %s at %i px',
  async (path, scheme, width) => {
    expect(await judgePage(path, { scheme, width })).toEqual([])
  },
)
