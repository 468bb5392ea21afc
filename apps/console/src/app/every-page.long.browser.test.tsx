/** Every page there is, by `lib/pages.ts`: judged by axe in light and dark, in a wide window and on a phone, and opened by everybody. */
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { eventually } from '../../mock/acts.ts'
import { judgePage } from '../../mock/judge-page.ts'
import { refusals } from '../../mock/refusals.ts'
import { renderScreen } from '../../mock/render-screen.tsx'
import { everyPage } from '../lib/pages.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [1440, 390].map((width) => ({ scheme, width })))

test.each(everyPage().flatMap((path) => LOOKS.map((look) => [path, look.scheme, look.width] as const)))(
  '%s breaks no rule of accessibility in %s at %i px',
  async (path, scheme, width) => {
    expect(await judgePage(path, { scheme, width })).toEqual([])
  },
)

const PEOPLE = ['owner', 'deputy', 'support', 'readonly', 'integrator'] as const

test.each(everyPage().flatMap((path) => PEOPLE.map((person) => [path, person] as const)))(
  '%s makes no call that is refused to %s',
  async (path, name) => {
    const { refused, answers } = refusals()
    await renderScreen(path, {
      answers,
      seed: (mock) => {
        seedDemo(mock)
        const person = personOf(mock, name === 'support' ? 'deputy' : name)
        if (name === 'support') person.user.class = 'support'
        return person
      },
    })
    await eventually(() => document.querySelector('#content')?.textContent).not.toBe('')
    await eventually(() => document.querySelector('[class*="skeleton"]')).toBeNull()
    expect(refused).toEqual([])
  },
)
