/** What is known of the device at the desk while it is connected. Source: specification §3 Bluetooth session. */
import { DEFAULT_G3_ASSIGN_MODE } from '@whereabouts/domain/assign-modes'
import type { BluetoothDeviceType } from '@whereabouts/domain/device-bluetooth'
import type { TRACKER_MODELS } from '@whereabouts/domain/trackers'

export type TrackerModel = (typeof TRACKER_MODELS)[number]

/** A point on a plan, in pixels of its image from the left and top edge. */
export interface PlanPoint {
  readonly mapId: string
  readonly x: number
  readonly y: number
}

/** What a person says about the device. */
export interface AssignData {
  readonly name: string
  /** WGS 84 degrees; both or none. */
  readonly gpsLat: number | undefined
  readonly gpsLng: number | undefined
  /** '' leaves the network as it is. */
  readonly wifiSsid: string
  readonly wifiPwd: string
  readonly onPlan: PlanPoint | undefined
  /** For a station that is there already: the server makes it a new password. */
  readonly isNewCredential: boolean
}

export const NO_ASSIGN_DATA: AssignData = {
  name: '',
  gpsLat: undefined,
  gpsLng: undefined,
  wifiSsid: '',
  wifiPwd: '',
  onPlan: undefined,
  isNewCredential: false,
}

/** Fields under their published names. */
export interface BleSession {
  /** As the device calls itself; '' while none is chosen. */
  readonly target_device: string
  readonly device_id: string
  readonly type: BluetoothDeviceType | undefined
  readonly mac_address: string
  readonly firmware: string
  readonly model: TrackerModel
  readonly wifi_ssid: string
  readonly g3_assign_mode: number
  /** The server said that the device may be assigned. */
  readonly bindable: boolean
  readonly assignData: AssignData
}

export const EMPTY_SESSION: BleSession = {
  target_device: '',
  device_id: '',
  type: undefined,
  mac_address: '',
  firmware: '',
  model: 'g3',
  wifi_ssid: '',
  g3_assign_mode: DEFAULT_G3_ASSIGN_MODE,
  bindable: false,
  assignData: NO_ASSIGN_DATA,
}
