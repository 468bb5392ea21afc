import type { Profile } from '@whereabouts/contract/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { configQuery, profileQuery } from './queries.ts'
import { changeSession, getSession, rightsOf, storedAccessLinkFlag } from './session-store.ts'

// The build makes the table of calls; nothing is called here.
vi.mock('virtual:routes/early', () => ({ default: {} }))

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  changeSession({ loading: false })
})

const answer = <Data>(data: Data) => ({ result: true as const, code: 200, ...data })
const profile = answer<Profile>({
  username: 'u-1',
  class: 'deputy',
  email: 'deputy@hinoki.example',
  locale: 'en-us',
  fullname: 'Abe Naoko',
  groups: ['G3OfficeLog'],
  b2b_user: true,
  provider: 'email',
  verified: true,
  unread_count: 3,
  headshot: '',
  custom_logo: '',
  about_image: '',
  about_content: '',
  notification_ring_repeat: false,
  timezone: 'Asia/Tokyo',
  temperature_unit: 'C',
  pin_check: '',
})

test('before the profile is loaded the session has its version, the default brand and nobody', () => {
  expect(getSession()).toMatchObject({
    version: '1.1.0410',
    brand: 'default',
    userId: '',
    userInfo: undefined,
    unreadCount: 0,
  })
  expect(rightsOf(getSession())).toBeUndefined()
})

test('the session holds what profile, settings and this browser say [ENT-session.version, ENT-session.brand, ENT-session.userId, ENT-session.authority, ENT-session.userInfo, ENT-session.unreadCount, ENT-session.loading, ENT-user.unread_count]', () => {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  queryClient.setQueryData(
    configQuery.queryKey,
    answer({
      providers: [],
      signup: true,
      brand: 'meadow' as const,
      map_style_url: '',
      vapid_public_key: '',
      demo: false,
    }),
  )
  changeSession({ loading: true })
  const session = getSession()
  expect(session).toMatchObject({
    version: '1.1.0410',
    brand: 'meadow',
    userId: 'u-1',
    authority: 'deputy',
    unreadCount: 3,
    loading: true,
  })
  expect(session.userInfo).toEqual(profile)
  expect(rightsOf(session)).toEqual({ role: 'deputy', groups: ['G3OfficeLog'], userFromAccessLink: false })
})

test('a profile without a class has the authority of an owner, a guest that of read-only [ENT-session.authority, ROLE-02]', () => {
  for (const [given, authority] of [
    [undefined, 'owner'],
    ['guest', 'readonly'],
  ] as const) {
    queryClient.setQueryData(profileQuery.queryKey, { ...profile, class: given as Profile['class'] })
    expect(getSession().authority).toBe(authority)
  }
})

test('a visitor by access link is known by the flag that this browser keeps [ENT-session.userFromAccessLink]', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  storedAccessLinkFlag.write(true)
  expect(getSession().userFromAccessLink).toBe(true)
  storedAccessLinkFlag.remove()
  expect(getSession().userFromAccessLink).toBe(false)
})
