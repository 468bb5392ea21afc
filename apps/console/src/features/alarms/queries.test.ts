import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { afterEach, expect, test, vi } from 'vitest'
import { sayShown, sendStop } from './queries.ts'

vi.mock('virtual:routes/early', () => ({ default: {} }))
vi.mock('virtual:routes/signed-in', () => ({
  default: {
    alarms: { shown: ['POST', '/app/alarms/shown'], acknowledge: ['POST', '/app/alarms/acknowledge'] },
    notifications: { push: ['POST', '/app/notifications/push'] },
  },
}))

afterEach(() => vi.unstubAllGlobals())

/** A server that notes what it was told, by the last word of the path, and how many alarms each time. */
function givenServer(): [string, number][] {
  const told: [string, number][] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    told.push([url.split('/').at(-1) as string, JSON.parse(body).alarm_ids.length])
    return Response.json({ result: true, code: 200, alarms: [], event_time_ms: 60 })
  })
  return told
}

const ids = Array.from({ length: MAX_ALARMS + 1 }, (_, index) => `id ${index}`)
const never = () => Promise.reject(new Error('nothing was to be waited for'))

test('more than one call takes is shown by several', async () => {
  const told = givenServer()
  await sayShown(ids)
  expect(told).toEqual([
    ['shown', MAX_ALARMS],
    ['shown', 1],
  ])
})

test('more than one stop can name is answered for before it, so that nothing is taken for unseen', async () => {
  const told = givenServer()
  expect(await sendStop({ event_time_ms: 60, alarm_ids: ids }, never)).toMatchObject({ event_time_ms: 60 })
  expect(told).toEqual([
    ['acknowledge', 1],
    ['push', MAX_ALARMS],
  ])
})
