/** `npm run dev:mock`: the console alone, over the demo's site in the memory of the page; each load starts fresh. */

import { HEARTBEAT_MS } from '@whereabouts/domain/live'
import { createMockApi } from '@whereabouts/mock-api/mock-api'
import { resume } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { storedAccount } from '../src/lib/account.ts'
import { putMockBehindPage } from './mock-page.ts'

const mock = createMockApi()
seedDemo(mock)
const stored = storedAccount.read()
if (stored !== undefined) resume(mock, stored)
putMockBehindPage(mock, { drawsMarkers: true })
setInterval(() => mock.streams.heartbeat(), HEARTBEAT_MS)

await import('../src/app/main.tsx')
