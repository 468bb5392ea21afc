/** The mock passes the same call tests as the server (apps/server/src/calls.test.ts). */

import { callTests } from '../../../scripts/harness/calls/all.ts'
import type { Door } from '../../../scripts/harness/calls/door.ts'
import { createMockApi } from './mock-api.ts'
import { letProofAge, makePerson, PASSWORD, signIn } from './people.ts'
import { newStation } from './words/stations.ts'
import { newTracker } from './words/trackers.ts'

const mock = createMockApi()
const { state, world } = mock
const accountOf = (id: string) => state.accounts.find(({ account_id }) => account_id === id)!
let made = 0

const door: Door = {
  password: PASSWORD,
  call: async (method, path, given) => mock.call(method, path, given),
  async person({ accountId, ...given } = {}) {
    const person = makePerson(mock, given, accountId === undefined ? undefined : accountOf(accountId))
    return { email: person.user.email, accountId: person.account.account_id, token: signIn(mock, person) }
  },
  async mailToken(email) {
    const mail = state.mails.findLast(({ to, token }) => to === email && token !== null)
    return mail?.token ?? ''
  },
  letProofAge: async ({ accountId }) => letProofAge(mock, { account: accountOf(accountId) }),
  exchanged: async () => {},
  async tracker(accountId, { name } = {}) {
    made += 1
    const given = { device_id: `G3-${made}`, name: name ?? `Tracker ${made}`, device_model: 'g3', add_date: 0 } as const
    accountOf(accountId).trackers.unshift(newTracker(given))
    return given.device_id
  },
  async station(accountId) {
    made += 1
    const t4_id = `T4-${String(made).padStart(12, '0')}`
    accountOf(accountId).stations.unshift(newStation({ t4_id, t4_name: `Station ${made}` }))
    return t4_id
  },
  async indoorMap(accountId) {
    const id = world.uuid()
    const image = { map_image: '', map_url: '', width: 1000, height: 500, metres_per_pixel: 0.05 }
    accountOf(accountId).maps.unshift({ id, map_name: `Map ${id}`, ...image, building: '', floor: '', corners: null })
    return id
  },
  async stay(accountId, device_id, stay) {
    accountOf(accountId).stays.push({ device_id, ...stay })
  },
}

callTests(door)
