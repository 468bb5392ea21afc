/** People whose browsers are reached by push, for tests of what is pushed. */
import { expect } from 'vitest'
import type { given, Person } from './given.ts'
import type { Browser, pushService } from './push-service.ts'
import type { TestApp } from './test-app.ts'

/** Makes somebody with an account of his own, whose browser is reached; it is of the usual service unless told. */
export const reachedIn =
  ({ call }: TestApp, { person }: ReturnType<typeof given>, push: Awaited<ReturnType<typeof pushService>>) =>
  async (browser: Browser = push.browser()): Promise<Person & { readonly browser: Browser }> => {
    const somebody = await person()
    const body = { push_token: browser.token }
    const { status } = await call('PUT', '/v3/app/users/pushtoken', { token: somebody.token, body })
    expect(status).toBe(200)
    return { ...somebody, browser }
  }
