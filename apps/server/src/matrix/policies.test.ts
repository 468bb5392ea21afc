/** That the expectations of the role matrix are tight: each change of a policy or of a right is noticed by them. */
import { api } from '@whereabouts/contract/api'
import type { Endpoint, Policy } from '@whereabouts/contract/kit'
import { type PermissionName, permissions, ROLES } from '@whereabouts/contract/roles'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { createApp } from '../app.ts'
import type { Actor } from '../platform/actor.ts'
import { maySee } from '../platform/http/answer.ts'
import { EXPECTED, PRINCIPALS, type Principal } from './expected.ts'

const app = await testApp()
const calls = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({
    word,
    id: `${word}.${name}`,
    endpoint,
  })),
)
const GROUPS = ['G3OfficeLog']

/** Who a principal is once known, for deciding without a server. */
const actorOf = (principal: Principal): Actor => {
  const role = principal.startsWith('deputy')
    ? 'deputy'
    : principal.startsWith('support')
      ? 'support'
      : principal === 'readonly' || principal === 'guestLink'
        ? 'readonly'
        : 'owner'
  return {
    accountId: 'a',
    userId: 'u',
    sessionId: 's',
    deviceType: principal.endsWith('Link') ? 'access_link' : 'web',
    name: principal,
    role,
    groups: ['consumer', 'ungrouped'].includes(principal)
      ? []
      : principal === 'integrator'
        ? [...GROUPS, 'Integrator']
        : GROUPS,
    userFromAccessLink: principal.endsWith('Link'),
    isBusiness: principal !== 'consumer',
    isExpired: false,
    isFresh: true,
    tokenHash: Buffer.alloc(32),
  }
}
const KNOWN = PRINCIPALS.filter((principal) => !['nobody', 'garbage', 'sender', 'expired'].includes(principal))

/** Calls whose decision is not what is expected. */
function disagreements(): string[] {
  return calls
    .filter(({ id, endpoint: { policy } }) => {
      const expected = EXPECTED[id]!
      if (policy === 'public' || expected.includes('nobody')) return policy !== 'public' || !expected.includes('nobody')
      if (policy === 'sender' || expected.includes('sender')) return policy !== 'sender' || !expected.includes('sender')
      if ((policy === 'renewal') !== expected.includes('expired')) return true
      return KNOWN.some((principal) => maySee(actorOf(principal), policy) !== expected.includes(principal))
    })
    .map(({ id }) => id)
}

/** Changes a table for one check. */
function changed<Table extends object>(table: Table, key: keyof Table, value: unknown, check: () => void): void {
  const before = Object.getOwnPropertyDescriptor(table, key)
  if (value === undefined) delete table[key]
  else (table as Record<keyof Table, unknown>)[key] = value
  try {
    check()
  } finally {
    if (before === undefined) delete table[key]
    else Object.defineProperty(table, key, before)
  }
}

test('each change of the policy of a call is noticed', () => {
  expect(disagreements()).toEqual([])
  const all: Policy[] = ['public', 'sender', 'anySession', 'renewal', ...(Object.keys(permissions) as PermissionName[])]
  const reach = (policy: Policy) =>
    policy === 'public' || policy === 'sender' || policy === 'renewal'
      ? policy
      : KNOWN.filter((who) => maySee(actorOf(who), policy)).join()
  let mutants = 0
  for (const { id, endpoint } of calls) {
    // A policy that lets the same people in under another name is no change.
    for (const other of all.filter((policy) => reach(policy) !== reach(endpoint.policy))) {
      changed(endpoint, 'policy', other, () => expect(disagreements()).toContain(id))
      mutants += 1
    }
  }
  console.info(`${mutants} changed policies, each noticed.`)
})

test('each change of a right that a call needs is noticed', () => {
  const used = new Set<Policy>(calls.map(({ endpoint }) => endpoint.policy))
  for (const name of Object.keys(permissions) as PermissionName[]) {
    if (!used.has(name)) continue
    const permission: { roles: readonly string[]; visitors?: false; group?: string } = permissions[name]
    const roles = ROLES.map((role) =>
      permission.roles.includes(role)
        ? permission.roles.filter((other) => other !== role)
        : [...permission.roles, role],
    )
    for (const value of roles) {
      // Adding a role that the group keeps out all the same is no change: the group is tried by itself.
      if (permission.group === 'Integrator' && value.length > permission.roles.length) continue
      changed(permission, 'roles', value, () => expect(disagreements(), `${name}: ${value}`).not.toEqual([]))
    }
    const canVisitorsHave = permission.visitors === undefined
    const isOfVisitors = permission.roles.some((role) => role !== 'owner')
    if (canVisitorsHave || isOfVisitors) {
      changed(permission, 'visitors', canVisitorsHave ? false : undefined, () =>
        expect(disagreements(), `${name}: visitors`).not.toEqual([]),
      )
    }
    if (permission.group !== undefined) {
      changed(permission, 'group', undefined, () => expect(disagreements(), `${name}: group`).not.toEqual([]))
    }
  }
})

test('a server with a call without a policy does not start', async () => {
  const { settings, random, log } = app.running.app
  const start = () => createApp({ settings, database: app.database, clock: app.clock, random, log })
  // One of each word: a start takes its time, and all go through the same door.
  for (const { endpoint } of calls.filter(({ word }, index) => word !== calls[index - 1]?.word)) {
    const given: { policy?: Policy } = endpoint
    const { policy } = endpoint
    onTestFinished(() => {
      given.policy = policy
    })
    delete given.policy
    await expect(start()).rejects.toThrow(`${endpoint.method} ${endpoint.path} has no policy`)
    given.policy = policy
  }
})
