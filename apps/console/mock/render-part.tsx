/** A part of a page alone, for component tests of what no screen shows in every way: with the theme and styles of signed-in pages. */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles.layer.css'
import 'virtual:tokens.css'
import '../src/theme/global.css'
import { MantineProvider } from '@mantine/core'
import type { Locale } from '@whereabouts/contract/locales'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { setLocale } from '../src/lib/i18n.ts'
import { resolveVariables, theme } from '../src/theme/theme.ts'

interface PartSettings {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly locale?: Locale
}

/** Takes the part that was drawn last off the page. */
let close = () => {}

/** In the place of the part before it. */
export async function renderPart(
  part: ReactNode,
  { width = 1440, height = 900, scheme = 'light', locale = 'en-us' }: PartSettings = {},
): Promise<void> {
  close()
  await page.viewport(width, height)
  setLocale(locale)
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  close = () => {
    root.unmount()
    place.remove()
    document.documentElement.removeAttribute('data-mantine-color-scheme')
    setLocale('en-us')
    close = () => {}
  }
  onTestFinished(() => close())
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
      {part}
    </MantineProvider>,
  )
}
