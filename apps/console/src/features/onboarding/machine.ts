/**
 * The flow at the desk as a pure machine: from where it stands and what happened to where it stands next, and what is
 * wanted done. Source: specification §4 Device binding, G3 assign mode, Assignment flow; G42 to G46.
 */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { g3AssignMode, SECURITY_COMMANDS } from '@whereabouts/domain/assign-modes'
import {
  isCallbackOf,
  readConfirmation,
  readDeviceName,
  STATION_SETTINGS,
  type StationSetting,
} from '@whereabouts/domain/device-bluetooth'
import { BAD_FIRMWARE_TEXT, isOldFirmware, parseFirmware } from '@whereabouts/domain/firmware'
import type { Effect, FailureKind, Flow, FlowEvent, Identity, SecurityCommand, Stage, Step } from './flow.ts'
import { type AssignData, EMPTY_SESSION } from './session.ts'

interface Next {
  readonly flow: Flow
  readonly effects: readonly Effect[]
}

/** The server answers a device's challenge for five minutes after a bind check; the check is repeated a little before. */
const CHECK_LASTS_MS = 4 * 60_000

const STEP_OF: Readonly<Record<Exclude<Stage['at'], 'failed'>, Step>> = {
  type: 'type',
  connect: 'connect',
  picking: 'connect',
  connecting: 'connect',
  identifying: 'connect',
  checking: 'check',
  details: 'details',
  exchanging: 'assign',
  commanding: 'assign',
  waiting: 'assign',
  writing: 'assign',
  storing: 'assign',
  done: 'assign',
}

/** Where the rail stands. */
export const stepOf = ({ stage }: Flow): Step => (stage.at === 'failed' ? stage.failure.step : STEP_OF[stage.at])

const stay = (flow: Flow): Next => ({ flow, effects: [] })
const go = (flow: Flow, at: Stage, ...effects: readonly Effect[]): Next => ({ flow: { ...flow, stage: at }, effects })

/** Everything known of the device is gone with it; what was typed and what the server has stay. */
const withoutDevice = (flow: Flow): Flow => ({
  ...flow,
  session: EMPTY_SESSION,
  isConnected: false,
  isAccepted: false,
  confirmed: [],
})

/** A failure that leaves the device connected, so that one step can be tried again. */
function fail(flow: Flow, kind: FailureKind, error?: unknown): Next {
  const failure = { kind, step: stepOf(flow), device: flow.session, confirmed: flow.confirmed, error }
  return go(flow, { at: 'failed', failure }, { do: 'stopWaiting' })
}

/** A failure after which there is nothing more to say to the device. */
function failAndLetGo(flow: Flow, kind: FailureKind, error?: unknown): Next {
  const failed = fail(flow, kind, error)
  return { flow: withoutDevice(failed.flow), effects: [...failed.effects, { do: 'disconnect' }] }
}

const request = (flow: Flow): Next =>
  go(withoutDevice(flow), { at: 'picking' }, { do: 'disconnect' }, { do: 'request', type: flow.wantedType })

const check = (flow: Flow): Next =>
  go(flow, { at: 'checking' }, { do: 'check', purpose: flow.purpose, session: flow.session })

/** What the device is told once it trusts us. Commands without a mode carry 0. */
function commandOf({ purpose, session }: Flow): { command: SecurityCommand; mode: number } {
  if (session.type === 't4') return { command: SECURITY_COMMANDS.setUpT4, mode: 0 }
  if (purpose === 'upgrade') return { command: SECURITY_COMMANDS.upgradeG3, mode: 0 }
  return { command: SECURITY_COMMANDS.assignG3, mode: session.g3_assign_mode }
}

/** What a tracker calls back with: the mode it was assigned in, else the command. */
const awaitedCallback = (flow: Flow): number => commandOf(flow).mode || commandOf(flow).command

const exchange = (flow: Flow): Next =>
  go({ ...flow, confirmed: [] }, { at: 'exchanging' }, { do: 'exchange', session: flow.session, ...commandOf(flow) })

const store = (flow: Flow): Next =>
  go(
    { ...flow, isAccepted: true },
    { at: 'storing' },
    { do: 'stopWaiting' },
    { do: 'store', purpose: flow.purpose, session: flow.session, data: flow.session.assignData },
  )

const done = (flow: Flow): Next =>
  go({ ...withoutDevice(flow), access: undefined }, { at: 'done' }, { do: 'stopWaiting' }, { do: 'disconnect' })

/** The values to write to the station now: its network at first, the way to the server once the server made it. */
function valuesOf({ access, session }: Flow): readonly (readonly [StationSetting, string])[] {
  if (access !== undefined) {
    return STATION_SETTINGS.flatMap((name) => (name in access ? [[name, access[name as keyof typeof access]]] : []))
  }
  const { wifiSsid, wifiPwd } = session.assignData
  if (wifiSsid === '') return []
  return [
    ['wifiSsid', wifiSsid],
    ['wifiPassword', wifiPwd],
  ]
}

/** Writes the next value the station has not confirmed; goes on when there is none. */
function writeNext(flow: Flow): Next {
  const value = valuesOf(flow).find(([setting]) => !flow.confirmed.includes(setting))
  if (value !== undefined) {
    const [setting, text] = value
    return go(flow, { at: 'writing', setting }, { do: 'write', setting, value: text }, { do: 'wait' })
  }
  return flow.access === undefined ? store(flow) : done(flow)
}

/** A network that was not taken over, or a way to the server that was not. */
const settingFailure = ({ access }: Flow): FailureKind => (access === undefined ? 'wifiFailed' : 'serverNotSet')

function picked(flow: Flow, name: string): Next {
  const device = readDeviceName(name)
  const chosen = { ...EMPTY_SESSION, target_device: name }
  const isWanted = device?.type === flow.wantedType
  if (!isWanted) return failAndLetGo({ ...flow, session: chosen }, 'unknownDevice')
  if (flow.stored !== undefined && flow.stored.id !== device.id) return failAndLetGo(flow, 'anotherDevice')
  const { type, id, macAddress } = device
  const session = { ...chosen, type, device_id: id, mac_address: macAddress }
  return go({ ...flow, session }, { at: 'connecting' }, { do: 'connect' })
}

function identified(flow: Flow, { macAddress, firmware, model }: Identity): Next {
  if (model === undefined) return failAndLetGo(flow, 'unknownDevice')
  const session = {
    ...flow.session,
    mac_address: flow.session.mac_address || macAddress,
    firmware,
    model,
    g3_assign_mode: g3AssignMode(firmware),
  }
  const known: Flow = { ...flow, session }
  const isTracker = session.type === 'g3'
  if (isTracker && flow.purpose === 'add' && isOldFirmware(firmware)) {
    return failAndLetGo({ ...known, stage: { at: 'checking' } }, 'tooOld')
  }
  const warnings: Effect[] =
    isTracker && parseFirmware(firmware) === undefined ? [{ do: 'warn', text: BAD_FIRMWARE_TEXT }] : []
  // The server has it already, and only the station has not heard of it yet.
  const next = flow.access === undefined ? check(known) : exchange(known)
  return { flow: next.flow, effects: [...warnings, ...next.effects] }
}

/** The device may be spoken to: a new one by anybody, one that is there by its account alone. */
function allowed(flow: Flow, assignParam: string | undefined, nowMs: number): Next {
  const session = {
    ...flow.session,
    bindable: true,
    g3_assign_mode: g3AssignMode(flow.session.firmware, assignParam),
  }
  // Asked a second time, as much time went by over the form.
  const isSubmitted = session.assignData !== EMPTY_SESSION.assignData
  const known = { ...flow, session, checkedAtMs: nowMs }
  return isSubmitted ? exchange(known) : go(known, { at: 'details', isNameTaken: false })
}

function submitted(flow: Flow, data: AssignData, nowMs: number): Next {
  const session = { ...flow.session, assignData: { ...data }, wifi_ssid: data.wifiSsid }
  const filled = { ...flow, session, draft: data }
  const before = flow.session.assignData
  const isSameNetwork = before.wifiSsid === data.wifiSsid && before.wifiPwd === data.wifiPwd
  // The device said yes before, and only the server did not: nobody has to press its button again.
  if (flow.isAccepted && isSameNetwork) return store(filled)
  if (!flow.isConnected) return request(filled)
  return nowMs - flow.checkedAtMs > CHECK_LASTS_MS ? check(filled) : exchange(filled)
}

const codeOf = (error: unknown): number | undefined => (error instanceof CallError ? error.code : undefined)

function checkRefused(flow: Flow, error: unknown): Next {
  const code = codeOf(error)
  const notBindable = { ...flow, session: { ...flow.session, bindable: false } }
  if (code === errors.deviceAlreadyYours.code) return failAndLetGo(notBindable, 'alreadyOwn', error)
  if (code === errors.deviceUsedByAnotherUser.code) return failAndLetGo(notBindable, 'alreadyOther', error)
  if (code === errors.deviceBoundByAnotherApp.code || code === errors.conflict.code) {
    return failAndLetGo(notBindable, 'conflict', error)
  }
  if (code === errors.locationServiceOnly.code) return failAndLetGo(notBindable, 'locationService', error)
  if (code === errors.notAllowed.code && error instanceof CallError && error.info === 'firmware') {
    return failAndLetGo(notBindable, 'tooOld', error)
  }
  return fail(notBindable, 'verifyFailed', error)
}

/** Of a device that is there already, the same check has to be refused as one's own. */
function checkedKnown(flow: Flow, event: Extract<FlowEvent, { on: 'checked' | 'refused' }>, nowMs: number): Next {
  if (event.on === 'checked') return failAndLetGo(flow, 'notAdded')
  if (codeOf(event.error) === errors.deviceAlreadyYours.code) return allowed(flow, undefined, nowMs)
  return checkRefused(flow, event.error)
}

function heard(flow: Flow, bytes: Uint8Array): Next {
  const { stage, session } = flow
  if (session.type === 'g3') {
    if (stage.at !== 'waiting' && stage.at !== 'commanding') return stay(flow)
    return isCallbackOf(awaitedCallback(flow), bytes) ? store(flow) : fail(flow, 'mismatch')
  }
  const word = readConfirmation(bytes)
  if (stage.at !== 'writing' || word?.setting !== stage.setting) return stay(flow)
  if (!word.isStored) return fail(flow, settingFailure(flow))
  const next = writeNext({ ...flow, confirmed: [...flow.confirmed, word.setting] })
  return { flow: next.flow, effects: [{ do: 'stopWaiting' }, ...next.effects] }
}

function stored(flow: Flow, event: Extract<FlowEvent, { on: 'stored' }>): Next {
  const known: Flow = { ...flow, stored: event.device, access: event.access, confirmed: [] }
  if (event.access === undefined) return done(known)
  return flow.isConnected ? writeNext(known) : failAndLetGo(known, 'serverNotSet')
}

/** The exchange with the device was too long ago for the server. */
const isProofOver = (error: unknown): boolean =>
  error instanceof CallError && error.code === errors.preconditionFailed.code && error.info === 'security'

function storeRefused(flow: Flow, error: unknown): Next {
  if (codeOf(error) === errors.nameTaken.code) return go(flow, { at: 'details', isNameTaken: true })
  if (!isProofOver(error)) return fail(flow, 'storeFailed', error)
  const unproved = { ...flow, isAccepted: false }
  return flow.isConnected ? check(unproved) : fail(unproved, 'storeFailed', error)
}

/** The link broke, by itself or under what we asked of it. */
function broken(flow: Flow, kind: 'disconnected' | 'linkFailed'): Next {
  switch (flow.stage.at) {
    case 'type':
    case 'connect':
    case 'picking':
    case 'done':
      return stay(flow)
    // What the device had to say is said; the rest is between us and the server.
    case 'storing':
      return stay({ ...flow, isConnected: false })
    case 'details':
      return flow.isAccepted ? stay({ ...flow, isConnected: false }) : failAndLetGo(flow, kind)
    case 'connecting':
    case 'identifying':
      return failAndLetGo(flow, 'connectFailed')
    case 'writing':
      return failAndLetGo(flow, settingFailure(flow))
    // It was told already that and why it failed; only the way on is another: connect again.
    case 'failed':
      if (flow.isAccepted) return stay({ ...flow, isConnected: false })
      return { flow: withoutDevice(flow), effects: [{ do: 'disconnect' }] }
    default:
      return failAndLetGo(flow, kind)
  }
}

function retry(flow: Flow): Next {
  if (flow.stage.at !== 'failed') return stay(flow)
  const { kind } = flow.stage.failure
  if (kind === 'storeFailed' && flow.isAccepted) return store(flow)
  if (!flow.isConnected) return request(flow)
  switch (kind) {
    case 'verifyFailed':
      return check(flow)
    case 'exchangeFailed':
    case 'mismatch':
    case 'timeout':
      return exchange(flow)
    case 'wifiFailed':
    case 'serverNotSet':
      return writeNext(flow)
    default:
      return request(flow)
  }
}

/** Where the flow stands after the event, and what is wanted done. Events that mean nothing there change nothing. */
export function next(flow: Flow, event: FlowEvent): Next {
  const { at } = flow.stage
  switch (event.on) {
    case 'typeChosen':
      return at === 'type' ? go({ ...flow, wantedType: event.type }, { at: 'connect' }) : stay(flow)
    case 'connectPressed':
      return at === 'connect' || at === 'picking' ? request(flow) : stay(flow)
    case 'picked':
      return at === 'picking' ? picked(flow, event.name) : stay(flow)
    case 'notPicked': {
      if (at !== 'picking') return stay(flow)
      const kinds = { unsupported: 'unsupported', off: 'bluetoothOff', cancelled: 'cancelled', failed: 'connectFailed' }
      return failAndLetGo(flow, kinds[event.reason] as FailureKind)
    }
    case 'connected':
      if (at !== 'connecting') return stay(flow)
      return go({ ...flow, isConnected: true }, { at: 'identifying' }, { do: 'identify', type: flow.wantedType })
    case 'identified':
      return at === 'identifying' ? identified(flow, event.identity) : stay(flow)
    case 'checked':
      if (at !== 'checking') return stay(flow)
      if (flow.purpose !== 'add') return checkedKnown(flow, event, event.nowMs)
      return allowed(flow, event.assignParam, event.nowMs)
    case 'submitted':
      return at === 'details' ? submitted(flow, event.data, event.nowMs) : stay(flow)
    case 'exchanged':
      if (at !== 'exchanging') return stay(flow)
      return go(flow, { at: 'commanding' }, { do: 'command', type: flow.wantedType, ...commandOf(flow) })
    case 'commanded':
      if (at !== 'commanding') return stay(flow)
      if (flow.session.type === 't4') return writeNext(flow)
      return go(flow, { at: 'waiting', sinceMs: event.nowMs }, { do: 'wait' })
    case 'heard':
      return heard(flow, event.bytes)
    case 'timedOut':
      if (at === 'waiting') return fail(flow, 'timeout')
      return at === 'writing' ? fail(flow, settingFailure(flow)) : stay(flow)
    case 'stored':
      return at === 'storing' ? stored(flow, event) : stay(flow)
    case 'refused':
      if (at === 'checking') {
        return flow.purpose === 'add' ? checkRefused(flow, event.error) : checkedKnown(flow, event, flow.checkedAtMs)
      }
      if (at === 'exchanging') return fail(flow, 'exchangeFailed', event.error)
      return at === 'storing' ? storeRefused(flow, event.error) : stay(flow)
    case 'linkFailed':
      // A device that does not take the answer to its challenge is a failure of its own.
      if (at === 'exchanging' || at === 'commanding') return failAndLetGo(flow, 'exchangeFailed')
      return broken(flow, 'linkFailed')
    case 'disconnected':
      return broken(flow, 'disconnected')
    case 'retryPressed':
      return retry(flow)
    case 'editPressed':
      return flow.isConnected ? go(flow, { at: 'details', isNameTaken: false }) : request(flow)
    case 'backPressed':
      return go(withoutDevice(flow), { at: at === 'connect' ? 'type' : 'connect' }, { do: 'disconnect' })
    case 'restartPressed':
      return go(
        { ...withoutDevice(flow), stored: undefined, access: undefined },
        { at: 'connect' },
        { do: 'stopWaiting' },
        { do: 'disconnect' },
      )
    case 'closed':
      return { flow: withoutDevice(flow), effects: [{ do: 'stopWaiting' }, { do: 'disconnect' }] }
  }
}
