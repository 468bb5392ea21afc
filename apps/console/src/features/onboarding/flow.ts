/**
 * What the flow at the desk is made of: where it stands, what may happen to it, what it wants done. The machine leads
 * from one to the next; the runner does what is wanted; the wizard draws where it stands.
 */
import type { SECURITY_COMMANDS } from '@whereabouts/domain/assign-modes'
import type { BluetoothDeviceType, StationSetting } from '@whereabouts/domain/device-bluetooth'
import { type AssignData, type BleSession, EMPTY_SESSION, NO_ASSIGN_DATA, type TrackerModel } from './session.ts'

/** Adding a device, setting the Wi-Fi of a station that is there, upgrading a tracker that is there. */
export type Purpose = 'add' | 'wifi' | 'upgrade'

export const STEPS = ['type', 'connect', 'check', 'details', 'assign'] as const
export type Step = (typeof STEPS)[number]

export type FailureKind =
  | 'unsupported'
  | 'bluetoothOff'
  | 'cancelled'
  | 'connectFailed'
  | 'unknownDevice'
  | 'anotherDevice'
  | 'disconnected'
  | 'linkFailed'
  | 'alreadyOwn'
  | 'alreadyOther'
  | 'conflict'
  | 'notAdded'
  | 'locationService'
  | 'tooOld'
  | 'verifyFailed'
  | 'exchangeFailed'
  | 'mismatch'
  | 'timeout'
  | 'wifiFailed'
  | 'storeFailed'
  | 'serverNotSet'

export interface Failure {
  readonly kind: FailureKind
  readonly step: Step
  /** The device as it was known: the session may be over. */
  readonly device: BleSession
  /** What a station had confirmed until then. */
  readonly confirmed: readonly StationSetting[]
  /** What the server refused with. */
  readonly error: unknown
}

export type Stage =
  | { readonly at: 'type' | 'connect' | 'picking' | 'connecting' | 'identifying' | 'checking' }
  | { readonly at: 'details'; readonly isNameTaken: boolean }
  | { readonly at: 'exchanging' | 'commanding' | 'storing' | 'done' }
  | { readonly at: 'waiting'; readonly sinceMs: number }
  | { readonly at: 'writing'; readonly setting: StationSetting }
  | { readonly at: 'failed'; readonly failure: Failure }

/** What a station needs to report to the server. */
export type ServerAccess = Readonly<Record<'serverUrl' | 'mqttUrl' | 'serverPassword', string>>

/** What the server has now. */
export interface StoredDevice {
  readonly id: string
  readonly name: string
  /** It was to stand on a plan, and could not be placed there. */
  readonly isUnplaced: boolean
}

export interface Flow {
  readonly purpose: Purpose
  readonly wantedType: BluetoothDeviceType
  readonly stage: Stage
  readonly session: BleSession
  readonly isConnected: boolean
  /** Kept when the connection is lost, so that nothing is typed twice. */
  readonly draft: AssignData
  /** The device said yes, or keeps the network; what is left is the server's part. */
  readonly isAccepted: boolean
  /** What the station confirmed of the values it is being given. */
  readonly confirmed: readonly StationSetting[]
  readonly checkedAtMs: number
  /** The server has it. */
  readonly stored: StoredDevice | undefined
  /** Told once by the server, and waits to be written to the station. */
  readonly access: ServerAccess | undefined
}

/** A type that is known from the start is not asked for. */
export const newFlow = (purpose: Purpose, type?: BluetoothDeviceType): Flow => ({
  purpose,
  wantedType: type ?? 'g3',
  stage: { at: type === undefined ? 'type' : 'connect' },
  session: EMPTY_SESSION,
  isConnected: false,
  draft: NO_ASSIGN_DATA,
  isAccepted: false,
  confirmed: [],
  checkedAtMs: 0,
  stored: undefined,
  access: undefined,
})

export interface Identity {
  /** '' where the name says it. */
  readonly macAddress: string
  readonly firmware: string
  /** Undefined for a model this console does not know. */
  readonly model: TrackerModel | undefined
}

export type FlowEvent =
  | { readonly on: 'typeChosen'; readonly type: BluetoothDeviceType }
  | { readonly on: 'connectPressed' }
  | { readonly on: 'picked'; readonly name: string }
  | { readonly on: 'notPicked'; readonly reason: 'unsupported' | 'off' | 'cancelled' | 'failed' }
  | { readonly on: 'connected' }
  | { readonly on: 'identified'; readonly identity: Identity }
  | { readonly on: 'checked'; readonly assignParam: string | undefined; readonly nowMs: number }
  | { readonly on: 'submitted'; readonly data: AssignData; readonly nowMs: number }
  | { readonly on: 'exchanged' }
  | { readonly on: 'commanded'; readonly nowMs: number }
  | { readonly on: 'heard'; readonly bytes: Uint8Array }
  | { readonly on: 'timedOut' }
  | { readonly on: 'stored'; readonly device: StoredDevice; readonly access: ServerAccess | undefined }
  /** The server refused, or could not be reached. */
  | { readonly on: 'refused'; readonly error: unknown }
  /** A read, a write or the connection itself did not work. */
  | { readonly on: 'linkFailed' }
  | { readonly on: 'disconnected' }
  | { readonly on: 'retryPressed' }
  | { readonly on: 'editPressed' }
  | { readonly on: 'backPressed' }
  | { readonly on: 'restartPressed' }
  | { readonly on: 'closed' }

export type SecurityCommand = (typeof SECURITY_COMMANDS)[keyof typeof SECURITY_COMMANDS]

export type Effect =
  | { readonly do: 'request'; readonly type: BluetoothDeviceType }
  | { readonly do: 'connect' }
  | { readonly do: 'identify'; readonly type: BluetoothDeviceType }
  | { readonly do: 'check'; readonly purpose: Purpose; readonly session: BleSession }
  | { readonly do: 'exchange'; readonly session: BleSession; readonly command: SecurityCommand; readonly mode: number }
  | {
      readonly do: 'command'
      readonly type: BluetoothDeviceType
      readonly command: SecurityCommand
      readonly mode: number
    }
  | { readonly do: 'write'; readonly setting: StationSetting; readonly value: string }
  | { readonly do: 'wait' | 'stopWaiting' }
  | { readonly do: 'store'; readonly purpose: Purpose; readonly session: BleSession; readonly data: AssignData }
  | { readonly do: 'disconnect' }
  | { readonly do: 'warn'; readonly text: string }
