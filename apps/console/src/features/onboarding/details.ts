/** What is typed about a device, and what is wrong with it. Source: specification §5; G06, G46. */
import { isWifiName, isWifiPassword } from '@whereabouts/domain/device-bluetooth'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { readNumberIn } from '../../lib/read-number.ts'
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
  if (purpose === 'add' && isTooLongForName(name)) faults.name = 'onboarding.nameLong'
  if (!isStation) return faults
  if (draft.wifiSsid === '' && purpose === 'wifi') faults.wifiSsid = 'onboarding.ssidMissing'
  if (draft.wifiSsid !== '' && !isWifiName(draft.wifiSsid)) faults.wifiSsid = 'onboarding.ssidLong'
  if (draft.wifiSsid !== '' && !isWifiPassword(draft.wifiPwd)) faults.wifiPwd = 'onboarding.passwordWrong'
  if (purpose === 'wifi') return faults
  if (draft.place === 'gps') {
    if (readNumberIn(draft.latitude, -90, 90) === undefined) faults.latitude = 'onboarding.latitudeWrong'
    if (readNumberIn(draft.longitude, -180, 180) === undefined) faults.longitude = 'onboarding.longitudeWrong'
  }
  if (draft.place === 'plan') {
    if (readNumberIn(draft.x, 0, plan?.width ?? 0) === undefined) faults.x = 'onboarding.pixelWrong'
    if (readNumberIn(draft.y, 0, plan?.height ?? 0) === undefined) faults.y = 'onboarding.pixelWrong'
  }
  return faults
}

/** A draft without faults, as the flow takes it. */
export function toAssignData(draft: DetailsDraft, { isStation, plan }: Subject): AssignData {
  const x = readNumberIn(draft.x, 0, plan?.width ?? 0)
  const y = readNumberIn(draft.y, 0, plan?.height ?? 0)
  const isOnPlan = isStation && draft.place === 'plan' && x !== undefined && y !== undefined
  const hasGps = isStation && draft.place === 'gps'
  return {
    name: draft.name.trim(),
    gpsLat: hasGps ? readNumberIn(draft.latitude, -90, 90) : undefined,
    gpsLng: hasGps ? readNumberIn(draft.longitude, -180, 180) : undefined,
    wifiSsid: isStation ? draft.wifiSsid : '',
    wifiPwd: isStation && draft.wifiSsid !== '' ? draft.wifiPwd : '',
    onPlan: isOnPlan ? { mapId: draft.mapId, x, y } : undefined,
    isNewCredential: draft.isNewCredential,
  }
}
