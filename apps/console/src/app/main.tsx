/** Starts the console. */
import '@mantine/core/styles.layer.css'
import '../theme/global.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setLocale, startLocale } from '../lib/i18n.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

setLocale(startLocale(document.cookie, navigator.languages))

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
