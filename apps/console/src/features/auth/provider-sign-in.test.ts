import { expect, test } from 'vitest'
import { type Departure, departureAddress, judgeReturn } from './provider-sign-in.ts'

const departure: Departure = {
  provider: 'google',
  state: 'state-of-this-tab',
  nonce: 'nonce-of-this-tab',
  staySignedIn: true,
  signUp: false,
}
const answer = (values: Record<string, string>) => new URLSearchParams({ state: departure.state, ...values })

test('a service is asked for its word on who this is, with our address, state and nonce, and what its own address says is kept', () => {
  const service = {
    provider: 'google' as const,
    client_id: 'our-id',
    authorize_url: 'https://accounts.example/auth?hd=care',
    response_type: 'id_token' as const,
    scope: 'openid email profile',
    response_mode: 'fragment' as const,
  }
  const { origin, pathname, searchParams } = new URL(
    departureAddress(service, departure, 'https://console.example:8443'),
  )
  expect(`${origin}${pathname}`).toBe('https://accounts.example/auth')
  expect(Object.fromEntries(searchParams)).toEqual({
    hd: 'care',
    client_id: 'our-id',
    redirect_uri: 'https://console.example:8443/signin-return',
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
    state: 'state-of-this-tab',
    nonce: 'nonce-of-this-tab',
  })
})

test('a proof counts only with the state of this tab', () => {
  expect(judgeReturn(answer({ id_token: 'proof' }), departure)).toEqual({ outcome: 'proved', idToken: 'proof' })
  expect(judgeReturn(answer({ id_token: 'proof', state: 'of-somebody-else' }), departure).outcome).toBe('notAsked')
  expect(judgeReturn(new URLSearchParams({ id_token: 'proof' }), departure).outcome).toBe('notAsked')
  expect(judgeReturn(answer({ id_token: 'proof' }), undefined).outcome).toBe('notAsked')
})

test('an error is judged by its state too, and tells a person who called it off from a service that failed', () => {
  expect(judgeReturn(answer({ error: 'access_denied' }), departure).outcome).toBe('cancelled')
  expect(judgeReturn(answer({ error: 'user_cancelled_authorize' }), departure).outcome).toBe('cancelled')
  expect(judgeReturn(answer({ error: 'server_error' }), departure).outcome).toBe('failed')
  expect(judgeReturn(answer({ error: 'server_error', id_token: 'proof' }), departure).outcome).toBe('failed')
  expect(judgeReturn(answer({}), departure).outcome).toBe('failed')
  expect(judgeReturn(new URLSearchParams({ error: 'access_denied' }), departure).outcome).toBe('notAsked')
})
