import type { Rights, Role } from '@whereabouts/contract/roles'
import { expect, test } from 'vitest'
import { runGuards } from './guards.ts'
import { PageError } from './page-error.ts'

const rights = (role: Role, groups: readonly string[] = []): Rights => ({ role, groups, userFromAccessLink: false })
const visitor = (role: Role, groups?: readonly string[]) => ({ isSignedIn: true, rights: rights(role, groups) })

test('a page that needs a session sends those without one to the sign-in page', () => {
  expect(runGuards(['signedIn', 'viewMap'], { isSignedIn: false, rights: undefined })).toEqual({
    to: '/',
  })
})

test('a read-only person gets the map and is sent there from anywhere else', () => {
  expect(runGuards(['signedIn', 'viewMap'], visitor('readonly'))).toBe('pass')
  expect(runGuards(['signedIn', 'editDevices'], visitor('readonly'))).toEqual({ to: '/map', why: 'role' })
  for (const role of ['owner', 'deputy', 'support'] as const) {
    expect(runGuards(['editDevices'], visitor(role))).toBe('pass')
  }
})

test('attendance opens for its group; others are told that it is not enabled', () => {
  expect(runGuards(['viewAttendance'], visitor('owner', ['G3OfficeLog']))).toBe('pass')
  expect(runGuards(['viewAttendance'], visitor('owner'))).toEqual({ to: '/map', why: 'feature' })
  expect(runGuards(['viewAttendance'], visitor('readonly', ['G3OfficeLog']))).toEqual({
    to: '/map',
    why: 'role',
  })
})

test('while the profile is not known a guard on rights waits instead of sending away', () => {
  expect(runGuards(['signedIn', 'viewAttendance'], { isSignedIn: true, rights: undefined })).toBe('pass')
})

test('the page of integrators is there for integrators alone', () => {
  expect(runGuards(['integrator'], visitor('owner', ['Integrator']))).toBe('pass')
  expect(runGuards(['integrator'], { isSignedIn: true, rights: undefined })).toBe('pass')
  expect(runGuards(['integrator'], { isSignedIn: false, rights: undefined })).toBe('missing')
  expect(runGuards(['integrator'], visitor('owner'))).toBe('missing')
  expect(runGuards(['integrator'], visitor('deputy', ['Integrator']))).toBe('missing')
})

test('an unknown guard name is a page of status 500 [ROUTE-16, ERR-16]', () => {
  for (const name of ['isAdmin', 'toString', '__proto__']) {
    expect(() => runGuards(['signedIn', name], visitor('owner'))).toThrow(PageError)
    try {
      runGuards([name], visitor('owner'))
    } catch (error) {
      expect((error as PageError).status).toBe(500)
    }
  }
})
