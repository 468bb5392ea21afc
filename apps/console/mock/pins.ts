/** Accounts whose names of carepads are under a PIN, for component tests. */
import { onTestFinished, vi } from 'vitest'
import { encryptName, makePin, randomBytes } from '../src/lib/pin.ts'
import { dialog, field, press } from './acts.ts'
import { renderScreen, type Screen } from './render-screen.tsx'

/** Keys of few rounds, as each key of the product takes a quarter of a second. How many it takes its own tests check, by vectors. */
export function lightKeys(): void {
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
  const light = vi
    .spyOn(crypto.subtle, 'deriveKey')
    .mockImplementation((algorithm, ...rest) => derive({ ...(algorithm as Pbkdf2Params), iterations: 1000 }, ...rest))
  onTestFinished(() => light.mockRestore())
}

/** Puts all names of the mock under a PIN, as another console would have. */
export async function protect(screen: Screen, pin: string, but: readonly string[] = []): Promise<void> {
  const { account } = screen.person!
  const { pinCheck, key } = await makePin(pin, randomBytes)
  account.pin_check = pinCheck
  account.carepads = await Promise.all(
    account.carepads.map(async (pad) => {
      if (but.includes(pad.carepad_id)) return pad
      return { ...pad, encrypted: true, carepad_name: await encryptName(pad.carepad_name, key, randomBytes) }
    }),
  )
}

/** A page of an account whose names are under a PIN already. */
export async function openProtected(path: string, pin = '246810', settings: Parameters<typeof renderScreen>[1] = {}) {
  const screen = await renderScreen(path, settings)
  await protect(screen, pin)
  await screen.reload()
  return screen
}

export async function typePin(pin: string): Promise<void> {
  await field('PIN', dialog('Enter PIN')).fill(pin)
  await press('Show names', dialog('Enter PIN'))
}
