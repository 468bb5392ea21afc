import { expect, test } from 'vitest'
import { actionOf } from './keys.ts'
import { groupOfLine, lineAt, lineCount, lineOfRow } from './list-rows.ts'
import { readAddress, writeAddress } from './selection.ts'

test('the address holds one thing: choosing a device clears the map and the other way round [DISP-12]', () => {
  expect(writeAddress({ tab: 'maps', selection: { kind: 'device', id: 'a' } })).toEqual({ list: 'maps', device: 'a' })
  expect(writeAddress({ tab: 'maps', selection: { kind: 'map', id: 'm' } })).toEqual({ list: 'maps', map: 'm' })
  expect(readAddress({ map: 'm', device: 'a' }).selection).toEqual({ kind: 'device', id: 'a' })
})

test('the list shows one of its three kinds, devices unless told [DISP-13]', () => {
  expect(readAddress({}).tab).toBe('devices')
  expect(readAddress({ list: 'stations' }).tab).toBe('stations')
  expect(readAddress({ list: 'trails' }).tab).toBe('devices')
})

test('an address says again what was written', () => {
  for (const tab of ['devices', 'stations', 'maps'] as const) {
    for (const selection of [null, { kind: 'station', id: 'T4-1' } as const]) {
      expect(readAddress(writeAddress({ tab, selection }))).toEqual({ tab, selection })
    }
  }
})

const LISTING = {
  slots: Uint32Array.of(5, 6, 7),
  groups: [
    { key: 'disconnected', start: 0, count: 1 },
    { key: 'connected', start: 1, count: 2 },
  ],
}

test('a header stands before each group of rows', () => {
  const lines = Array.from({ length: lineCount(LISTING) }, (_, at) => lineAt(LISTING, at))
  expect(lines.map((line) => (line.type === 'header' ? line.key : line.position))).toEqual([
    'disconnected',
    0,
    'connected',
    1,
    2,
  ])
  expect([0, 1, 2].map((row) => lineOfRow(LISTING, row))).toEqual([1, 3, 4])
  expect([0, 1, 2, 4].map((line) => groupOfLine(LISTING, line)?.key)).toEqual([
    'disconnected',
    'disconnected',
    'connected',
    'connected',
  ])
})

const key = (name: string, change = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...change,
})

test('single keys act, but not while somebody types or holds a modifier', () => {
  expect(actionOf(key('f'), false)).toEqual({ do: 'follow' })
  expect(actionOf(key('D'), false)).toEqual({ do: 'flip', toggle: 'list' })
  expect(actionOf(key('2'), false)).toEqual({ do: 'tab', tab: 'stations' })
  expect(actionOf(key('d'), true)).toBeUndefined()
  expect(actionOf(key('d', { ctrlKey: true }), false)).toBeUndefined()
  expect(actionOf(key('x'), false)).toBeUndefined()
})
