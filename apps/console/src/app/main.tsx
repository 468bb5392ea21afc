/** The page of the console. */
import './trusted-types.ts'
import '@mantine/core/styles/baseline.layer.css'
import 'virtual:tokens.css'
import '../theme/global.css'
import { StrictMode } from 'react'
import { startPush } from '../features/push/push-token.ts'
import { startConsole } from './start.tsx'

// Behind what the first page needs: nothing there waits for it.
window.addEventListener('load', () => void startPush(), { once: true })

// Not awaited, as pages wait for this module.
void startConsole(document.getElementById('root') as HTMLElement, StrictMode)
