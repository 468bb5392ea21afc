import { expect, test } from 'vitest'
import { partAddress } from './arrival.ts'

const part = (address: string) => {
  const { taken, left } = partAddress(`https://console.example${address}`)
  return { taken: Object.fromEntries(taken), left }
}

test.each([
  ['/verify-email#token=a-b_c', { token: 'a-b_c' }, '/verify-email'],
  ['/reset-password/?locale=ja-jp#token=t', { token: 't' }, '/reset-password/?locale=ja-jp'],
  ['/#access_code=xyz', { access_code: 'xyz' }, '/'],
  ['/?access_code=xyz', { access_code: 'xyz' }, '/'],
  ['/?access_code=xyz&from=mail', { access_code: 'xyz' }, '/?from=mail'],
  ['/line-group?code=42', { code: '42' }, '/line-group'],
  ['/signin-return#state=s&id_token=i', { state: 's', id_token: 'i' }, '/signin-return'],
  ['/signin-return?error=access_denied&state=s', { error: 'access_denied', state: 's' }, '/signin-return'],
  ['/signin-return/#error=x', { error: 'x' }, '/signin-return/'],
])('of %s nothing secret stays in the address', (address, taken, left) => {
  expect(part(address)).toEqual({ taken, left })
})

test.each(['/map?device=T4-1&code=7', '/map#content', '/', '/account?tab=links&access_code=mine'])(
  '%s holds no secret and stays as it is',
  (address) => {
    expect(part(address)).toEqual({ taken: {}, left: address })
  },
)
