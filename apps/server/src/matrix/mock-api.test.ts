/** The mock that component tests stand on lets the same people make the same calls as the server. */
import { api } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { createMockApi } from '@whereabouts/mock-api/mock-api'
import { makePerson, type Person, signIn } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { EXPECTED, PRINCIPALS, type Principal } from './expected.ts'
import { sampleOf } from './requests.ts'

const GROUPS = ['G3OfficeLog']
const TURNED_AWAY = [401001, 401002, 403001]

const calls = Object.entries(api).flatMap(([word, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${word}.${name}`,
    endpoint,
  })),
)

/** A new mock with one account, and somebody in it or before its door. */
function visit(principal: Principal) {
  const mock = createMockApi()
  const owner = makePerson(mock, { groups: GROUPS })
  const tokenOf = (person: Person) => signIn(mock, person)
  const byLink = (role: string): string => {
    const body = { accesslink: { name: role, role } }
    const made = mock.call('POST', '/v3/app/accesslink', { token: tokenOf(owner), body })
    const user = { provider: 'accesslink', access_code: made.body.accesslink.link_code }
    const device = { platform: 'web', useragent: 'test', push_token: '' }
    return mock.call('POST', '/v3/app/users/signin/accesslink', { body: { device, user } }).body.access_token
  }
  const token = (() => {
    switch (principal) {
      case 'nobody':
      case 'sender':
        return undefined
      case 'garbage':
        return 'A'.repeat(43)
      case 'expired': {
        const old = tokenOf(owner)
        for (const session of mock.state.sessions) session.token_issued_at_ms -= 31 * 60_000
        return old
      }
      case 'consumer':
        return tokenOf(makePerson(mock, { b2b_user: false }))
      case 'owner':
        return tokenOf(owner)
      case 'integrator':
        return tokenOf(makePerson(mock, { groups: [...GROUPS, 'Integrator'] }, owner.account))
      case 'ungrouped':
        return tokenOf(makePerson(mock, {}, owner.account))
      case 'deputyLink':
      case 'supportLink':
      case 'guestLink':
        return byLink(principal.replace('Link', ''))
      default:
        return tokenOf(makePerson(mock, { class: principal, groups: GROUPS }, owner.account))
    }
  })()
  return { mock, token }
}

test.each(calls.filter(({ endpoint }) => endpoint.policy !== 'sender'))('$id', ({ id, endpoint }) => {
  for (const principal of PRINCIPALS.filter((each) => each !== 'sender')) {
    const { mock, token } = visit(principal)
    const { params = {}, query, body } = sampleOf(id)
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
    const address = `/v3${path}${query === undefined ? '' : `?${query}`}`
    const { code } = mock.call(endpoint.method, address, { ...(token === undefined ? {} : { token }), body }).body
    const isAllowed = EXPECTED[id]!.includes(principal)
    expect({ principal, isTurnedAway: TURNED_AWAY.includes(code) }).toEqual({ principal, isTurnedAway: !isAllowed })
  }
})
