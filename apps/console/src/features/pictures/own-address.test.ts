import { expect, test } from 'vitest'
import { isOwnAddress } from './own-address.ts'

test.each([
  ['/v3/app/media/abc', true],
  ['//elsewhere.example/x.png', false],
  ['/\\elsewhere.example/x.png', false],
  ['https://elsewhere.example/x.png', false],
  ['data:image/png;base64,AAAA', false],
  ['', false],
])('the token goes along to our own server only: %j is %j', (address, isOwn) => {
  expect(isOwnAddress(address, 'https://console.example')).toBe(isOwn)
})
