import { expect, test } from 'vitest'
import { type DetailsDraft, EMPTY_DETAILS, faultsOf, toAssignData } from './details.ts'

const plan = { width: 1000, height: 500 }
const station = { purpose: 'add', isStation: true, plan } as const
const tracker = { purpose: 'add', isStation: false, plan: undefined } as const
const wifi = { purpose: 'wifi', isStation: true, plan: undefined } as const
const named: DetailsDraft = { ...EMPTY_DETAILS, name: 'Nurse desk 2F' }

test('a device has a name of 1 to 50 characters, as people count them', () => {
  expect(faultsOf({ ...EMPTY_DETAILS, name: '  ' }, tracker)).toEqual({ name: 'onboarding.nameMissing' })
  expect(faultsOf({ ...EMPTY_DETAILS, name: '👩‍⚕️' }, tracker)).toEqual({})
  expect(faultsOf({ ...EMPTY_DETAILS, name: '護'.repeat(50) }, tracker)).toEqual({})
  expect(faultsOf({ ...EMPTY_DETAILS, name: '護'.repeat(51) }, tracker)).toEqual({ name: 'onboarding.nameLong' })
})

test('the Wi-Fi of a station is needed where it is set, and may be skipped where it is added [VALID-36]', () => {
  expect(faultsOf(EMPTY_DETAILS, wifi)).toEqual({ wifiSsid: 'onboarding.ssidMissing' })
  expect(faultsOf(named, station)).toEqual({})
  expect(faultsOf({ ...named, wifiSsid: '護'.repeat(11) }, station)).toEqual({ wifiSsid: 'onboarding.ssidLong' })
  expect(faultsOf({ ...named, wifiSsid: 'Hinoki', wifiPwd: 'seven' }, station)).toEqual({
    wifiPwd: 'onboarding.passwordWrong',
  })
})

test.each([
  ['90', true],
  ['−90', true],
  ['35,6', true],
  ['.5', true],
  ['90.1', false],
  ['', false],
  ['1e1', false],
  ['N35', false],
])('a latitude of "%s" is good: %s', (latitude, isGood) => {
  const faults = faultsOf({ ...named, place: 'gps', latitude, longitude: '-180' }, station)
  expect(faults).toEqual(isGood ? {} : { latitude: 'onboarding.latitudeWrong' })
})

test('a place on a plan lies within its image', () => {
  const placed: DetailsDraft = { ...named, place: 'plan', mapId: 'm', x: '1000', y: '501' }
  expect(faultsOf(placed, station)).toEqual({ y: 'onboarding.pixelWrong' })
  expect(toAssignData({ ...placed, y: '500' }, station).onPlan).toEqual({ mapId: 'm', x: 1000, y: 500 })
})

test('only what was chosen is sent: no coordinates of another kind of place, no password without a network', () => {
  const draft: DetailsDraft = { ...named, latitude: '1', longitude: '2', x: '3', y: '4', wifiPwd: 'forgotten one' }
  const plain = { name: 'Nurse desk 2F', wifiSsid: '', wifiPwd: '', isNewCredential: false }
  const nowhere = { gpsLat: undefined, gpsLng: undefined, onPlan: undefined }
  expect(toAssignData(draft, station)).toEqual({ ...plain, ...nowhere })
  expect(toAssignData({ ...draft, place: 'gps' }, station)).toEqual({ ...plain, ...nowhere, gpsLat: 1, gpsLng: 2 })
  expect(toAssignData({ ...draft, place: 'gps', wifiSsid: 'Hinoki' }, tracker)).toEqual({ ...plain, ...nowhere })
})
