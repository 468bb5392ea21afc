/** What is typed about a device, and what is wrong with it. Source: specification §5; G06, G46. */
import { isWifiName, isWifiPassword } from '@whereabouts/domain/device-bluetooth'
import type { MessageId } from '../../locales/ids.ts'
import type { Purpose } from './flow.ts'
import type { AssignData } from './session.ts'

export type PlaceKind = 'later' | 'gps' | 'plan'

/** As it stands in the fields. */
export interface DetailsDraft {
  readonly name: string
  readonly wifiSsid: string
  readonly wifiPwd: string
  readonly place: PlaceKind
  readonly latitude: string
  readonly longitude: string
  readonly mapId: string
  readonly x: string
  readonly y: string
  readonly isNewCredential: boolean
}

export const EMPTY_DETAILS: DetailsDraft = {
  name: '',
  wifiSsid: '',
  wifiPwd: '',
  place: 'later',
  latitude: '',
  longitude: '',
  mapId: '',
  x: '',
  y: '',
  isNewCredential: false,
}

const MAX_NAME_LENGTH = 50

/** A number in a range, both ends included; people write minus signs and commas as they are used to. */
export function readNumber(text: string, least: number, most: number): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined
  const value = Number(plain)
  return value >= least && value <= most ? value : undefined
}

interface Subject {
  readonly purpose: Purpose
  readonly isStation: boolean
  /** Pixels of the chosen plan. */
  readonly plan: { readonly width: number; readonly height: number } | undefined
}

type Faults = Partial<Record<'name' | 'wifiSsid' | 'wifiPwd' | 'latitude' | 'longitude' | 'x' | 'y', MessageId>>

/** What is wrong, by field. */
export function faultsOf(draft: DetailsDraft, { purpose, isStation, plan }: Subject): Faults {
  const faults: Faults = {}
  const name = draft.name.trim()
  if (purpose === 'add' && name === '') faults.name = 'onboarding.nameMissing'
  if (purpose === 'add' && [...name].length > MAX_NAME_LENGTH) faults.name = 'onboarding.nameLong'
  if (!isStation) return faults
  if (draft.wifiSsid === '' && purpose === 'wifi') faults.wifiSsid = 'onboarding.ssidMissing'
  if (draft.wifiSsid !== '' && !isWifiName(draft.wifiSsid)) faults.wifiSsid = 'onboarding.ssidLong'
  if (draft.wifiSsid !== '' && !isWifiPassword(draft.wifiPwd)) faults.wifiPwd = 'onboarding.passwordWrong'
  if (purpose === 'wifi') return faults
  if (draft.place === 'gps') {
    if (readNumber(draft.latitude, -90, 90) === undefined) faults.latitude = 'onboarding.latitudeWrong'
    if (readNumber(draft.longitude, -180, 180) === undefined) faults.longitude = 'onboarding.longitudeWrong'
  }
  if (draft.place === 'plan') {
    if (readNumber(draft.x, 0, plan?.width ?? 0) === undefined) faults.x = 'onboarding.pixelWrong'
    if (readNumber(draft.y, 0, plan?.height ?? 0) === undefined) faults.y = 'onboarding.pixelWrong'
  }
  return faults
}

/** A draft without faults, as the flow takes it. */
export function toAssignData(draft: DetailsDraft, { isStation, plan }: Subject): AssignData {
  const x = readNumber(draft.x, 0, plan?.width ?? 0)
  const y = readNumber(draft.y, 0, plan?.height ?? 0)
  const isOnPlan = isStation && draft.place === 'plan' && x !== undefined && y !== undefined
  const hasGps = isStation && draft.place === 'gps'
  return {
    name: draft.name.trim(),
    gpsLat: hasGps ? readNumber(draft.latitude, -90, 90) : undefined,
    gpsLng: hasGps ? readNumber(draft.longitude, -180, 180) : undefined,
    wifiSsid: isStation ? draft.wifiSsid : '',
    wifiPwd: isStation && draft.wifiSsid !== '' ? draft.wifiPwd : '',
    onPlan: isOnPlan ? { mapId: draft.mapId, x, y } : undefined,
    isNewCredential: draft.isNewCredential,
  }
}
