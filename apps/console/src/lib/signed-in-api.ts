/** The calls that only signed-in people make. Nothing that the sign-in page loads may import this. */
import routes from 'virtual:routes/signed-in'
import type { SignedInApi } from '@whereabouts/contract/routes'
import { callsOf } from './api.ts'

export const api = callsOf<SignedInApi>(routes)
