/** Calls that bring a device in over Bluetooth. */
import { onboarding } from '@whereabouts/contract/onboarding'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { exchange } from './exchange.ts'
import { listNewestFirmwares } from './firmwares.ts'

export const onboardingRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, onboarding, {
    exchange: ({ actor, body }) => exchange(app, actor, body),
    listFirmwares: async () => ({ firmwares: await listNewestFirmwares(app.db) }),
  })
