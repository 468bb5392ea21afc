import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint, Policy } from './kit.ts'
import { GROUPS, may, type PermissionName } from './roles.ts'
import { LEAVES } from './visits.ts'

const writing = Object.entries(api)
  .flatMap(([word, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
      id: `${word}.${name}`,
      ...{ method: endpoint.method, policy: endpoint.policy },
    })),
  )
  .filter(({ method, policy }) => method !== 'GET' && policy !== 'public' && policy !== 'sender')

/** Whether a deputy by a link may make such a call; of the owner's calls, whether an owner might. */
const isOfVisitors = (policy: Policy): boolean =>
  policy === 'anySession' ||
  policy === 'renewal' ||
  (['deputy', 'owner'] as const).some((role) =>
    may({ role, groups: GROUPS, userFromAccessLink: true }, policy as PermissionName),
  )

test('each writing call of a session says what it leaves behind when an access link ends', () => {
  expect(Object.keys(LEAVES).sort()).toEqual(writing.map(({ id }) => id).sort())
})

test('a visitor by a link makes no call that leaves settings of the account', () => {
  const open = writing.filter(({ id, policy }) => LEAVES[id] === 'settings' && isOfVisitors(policy))
  expect(open.map(({ id }) => id)).toEqual([])
})

test('a deputy visitor sets devices, floor plans and zones up and writes records', () => {
  const kept = writing.filter(
    ({ id, policy }) => ['things', 'records'].includes(LEAVES[id] ?? '') && isOfVisitors(policy),
  )
  expect(kept.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['trackers.add', 'stations.add', 'zones.change', 'rollCalls.tick', 'alarms.acknowledge']),
  )
})
