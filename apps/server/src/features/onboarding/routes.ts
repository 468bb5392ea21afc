/** What bringing a device in over Bluetooth asks of the server. */
import { onboarding } from '@whereabouts/contract/onboarding'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const onboardingRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'onboarding', onboarding, {
    exchange: notYet,
    listFirmwares: notYet,
  })
