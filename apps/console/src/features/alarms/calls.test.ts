import { alarms } from '@whereabouts/contract/alarms'
import { createClient } from '@whereabouts/contract/client'
import { notifications } from '@whereabouts/contract/notifications'
import { routesOf, type SignedInApi } from '@whereabouts/contract/routes'
import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { expect, test } from 'vitest'
import { makeAlarmCalls } from './calls.ts'

/** A server that records the calls it received, by the last part of the path, with the number of alarms. */
function givenServer() {
  const told: [string, number][] = []
  const api = createClient<Pick<SignedInApi, 'alarms' | 'notifications'>>(routesOf({ alarms, notifications }), {
    base: '',
    headers: () => ({}),
    fetch: async (url, init) => {
      told.push([String(url).split('/').at(-1)!, JSON.parse(String(init?.body)).alarm_ids.length])
      return Response.json({ result: true, code: 200, alarms: [], event_time_ms: 60 })
    },
  })
  return { told, calls: makeAlarmCalls(api, () => ({})) }
}

const ids = Array.from({ length: MAX_ALARMS + 1 }, (_, index) => `id ${index}`)

test('more than one call takes is shown by several', async () => {
  const { told, calls } = givenServer()
  await calls.sayShown(ids)
  expect(told).toEqual([
    ['shown', MAX_ALARMS],
    ['shown', 1],
  ])
})

test('more than one stop can name is answered for before it, so that nothing is taken for unseen', async () => {
  const { told, calls } = givenServer()
  expect(await calls.sendStop({ event_time_ms: 60, alarm_ids: ids })).toMatchObject({ event_time_ms: 60 })
  expect(told).toEqual([
    ['acknowledge', 1],
    ['push', MAX_ALARMS],
  ])
})
