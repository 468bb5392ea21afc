import { expect, test } from 'vitest'
import { errors } from './errors.ts'
import { LOCALES } from './locales.ts'

const entries = Object.entries(errors)

test('every code is there once, and its first three digits are an HTTP status', () => {
  expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length)
  for (const [, { code }] of entries)
    expect([400, 401, 403, 404, 405, 409, 412, 429, 500, 501]).toContain(Math.floor(code / 1000))
})

test('the catalogue has the 40 published codes, each with words for what it means', () => {
  const published: readonly (readonly [code: number, meaning: RegExp])[] = [
    [400001, /invalid value/],
    [400002, /bad header/],
    [400003, /sent already/],
    [400101, /not verified yet/],
    [400102, /name is already in use/],
    [400103, /browser is no longer registered/],
    [400104, /bound to another app/],
    [400105, /email address exists already/],
    [400106, /at least 8 characters/],
    [400107, /another service, so the email address cannot be changed/],
    [400108, /Another user already has this device/],
    [400109, /^This device has been added\.$/],
    [400110, /already verified/],
    [400111, /verification link is not valid/],
    [400112, /cannot be reset\. Contact support/],
    [400113, /share a device with yourself/],
    [400114, /phone has not allowed tracking/],
    [400115, /already shared .* Stop sharing first/],
    [400116, /not accepted yet\. You can send it again/],
    [400117, /access link with this name exists/],
    [400118, /LINE group code is not valid/],
    [400119, /LINE group has been added already/],
    [400120, /Stations need an account with the location service/],
    [401001, /Sign in first/],
    [401002, /session has ended/],
    [401101, /email address or password is not correct/],
    [401102, /link is no longer valid/],
    [403001, /does not allow this/],
    [404101, /^This page could not be found$/],
    [404102, /does not exist/],
    [404103, /device was not found/],
    [404104, /no account with this email address/],
    [405001, /cannot be done now/],
    [409001, /conflicts/],
    [409002, /Some items could not be changed/],
    [412001, /still in use/],
    [429101, /Too many tries/],
    [500001, /went wrong on the server/],
    [500002, /too busy/],
    [501001, /not set up on this server/],
  ]
  expect(published).toHaveLength(40)
  for (const [code, meaning] of published) {
    expect(entries.find(([, entry]) => entry.code === code)?.[1].words['en-us'], `${code}`).toMatch(meaning)
  }
})

test.each(entries)(
  '%s has its own words in every language [ERR-400001, ERR-400003, ERR-400102, ERR-400104, ERR-400108, ERR-400109, ERR-400113, ERR-400114, ERR-400115, ERR-400116, ERR-400120, ERR-404101, ERR-404103, ERR-409001, ERR-409002, ERR-412001, ERR-500001, ERR-500002]',
  (_name, { words }) => {
    expect(Object.keys(words)).toEqual([...LOCALES])
    expect(words['en-us']).toMatch(/^[A-Z"][\x20-\x7e’]+$/)
    expect(words['zh-tw']).toMatch(/[\u4e00-\u9fff]/)
    expect(words['ja-jp']).toMatch(/[\u3040-\u30ff]/)
  },
)
