import { expect, test } from 'vitest'
import { configurationPath, mapPath, readConfigurationSearch, readMapSearch, zonesPath } from './paths.ts'

test('a path says what its search is read by again', () => {
  const map = mapPath({ list: 'stations', station: 'T4-1' })
  expect([map.to, readMapSearch({ ...map.search })]).toEqual(['/map', map.search])
  const { search } = configurationPath('maps', { map: '7' })
  expect(search).toEqual({ tab: 'maps', map: '7' })
  expect(readConfigurationSearch(search)).toEqual(search)
  expect([zonesPath().search, zonesPath('12').search]).toEqual([{ tab: 'zones' }, { tab: 'zones', zone: '12' }])
})

test('of a search only what a screen knows is read, and only texts that say something', () => {
  expect(readMapSearch({ device: 'G3-1', filter: 'maps', list: '', station: ['T4-1'] })).toEqual({ device: 'G3-1' })
})
