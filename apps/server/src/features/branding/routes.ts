/** Under construction. */
import { branding } from '@whereabouts/contract/branding'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'

const notYet = () => Promise.reject(refuse('notImplemented'))

export const brandingRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'branding', branding, {
    setLogo: notYet,
    removeLogo: notYet,
    setAboutImage: notYet,
    removeAboutImage: notYet,
    setAboutContent: notYet,
  })
