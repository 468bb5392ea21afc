import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { CALLBACK_TIMEOUT_MS, CHARACTERISTICS } from '@whereabouts/domain/device-bluetooth'
import { BAD_FIRMWARE_TEXT } from '@whereabouts/domain/firmware'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCESS, atTheDesk, soon } from './fake-device.ts'
import { type AssignData, EMPTY_SESSION, NO_ASSIGN_DATA } from './session.ts'

const G3 = CHARACTERISTICS.g3
const T4 = CHARACTERISTICS.t4
const MODE_CALLBACK = [0, 0, 0, 0x11] as const
const TRACKER: AssignData = { ...NO_ASSIGN_DATA, name: 'Wheelchair 10' }
const STATION: AssignData = {
  ...NO_ASSIGN_DATA,
  name: 'Nurse desk 2F',
  gpsLat: 24.1,
  gpsLng: 120.6,
  wifiSsid: 'HinokiCare-2F',
  wifiPwd: 'seven small teapots',
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_780_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Settings = Parameters<typeof atTheDesk>[0]
const refusal = (code: number, info?: string) => async () => {
  throw new CallError(Math.floor(code / 1000), code, 'refused', { info })
}

/** Up to the form. */
async function checked(settings: Settings = {}) {
  const desk = atTheDesk(settings)
  if ((settings.purpose ?? 'add') === 'add') await desk.send({ on: 'typeChosen', type: settings.type ?? 'g3' })
  await desk.send({ on: 'connectPressed' })
  return desk
}

/** Up to the last step. */
async function submitted(settings: Settings = {}, data = settings.type === 't4' ? STATION : TRACKER) {
  const desk = await checked(settings)
  await desk.send({ on: 'submitted', data, nowMs: Date.now() })
  return desk
}

describe('a tracker', () => {
  test('is checked, exchanged, told to be assigned, and stored once it calls back [BLE-13, BLE-14, BLE-15, BLE-16]', async () => {
    const desk = await submitted()
    expect(desk.at()).toBe('waiting')
    expect(desk.isLetGo()).toBe(false)
    expect(desk.session().bindable).toBe(true)
    expect(desk.calls.answer).toHaveBeenCalledWith({
      ...{ id: '5C9A30F1', type: 'g3', i_cmd: 0x01, mode: 0x11 },
      sr: '000102030405060708090a0b0c0d0e0f',
    })
    expect(desk.written).toEqual([
      { shortId: G3.answer, bytes: new Uint8Array(16).fill(0xab) },
      { shortId: G3.command, bytes: Uint8Array.of(0x01, 0x11) },
    ])
    expect(desk.calls.store).not.toHaveBeenCalled()
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.calls.store).toHaveBeenCalledTimes(1)
    expect(desk.at()).toBe('done')
    expect(desk.isLetGo()).toBe(true)
  })

  test('is known by its name and by what it says of itself [ENT-bleSession.target_device, ENT-bleSession.device_id, ENT-bleSession.type, ENT-bleSession.mac_address, ENT-bleSession.firmware, ENT-bleSession.g3_assign_mode, ENT-bleSession.bindable]', async () => {
    let isAllowed = () => {}
    const check = () =>
      new Promise<undefined>((resolve) => {
        isAllowed = () => resolve(undefined)
      })
    expect(atTheDesk().session()).toMatchObject({ g3_assign_mode: 0x11, bindable: false })
    const desk = await checked({ firmware: '1.7.2', model: 'G3M', calls: { check } })
    expect(desk.at()).toBe('checking')
    expect(desk.session()).toEqual({
      ...EMPTY_SESSION,
      target_device: 'G3-Tracker-5C9A30F1',
      device_id: '5C9A30F1',
      type: 'g3',
      mac_address: 'D4:36:39:5C:9A:30',
      firmware: '1.7.2',
      model: 'g3m',
      g3_assign_mode: 0x1d,
      bindable: false,
    })
    isAllowed()
    await soon()
    expect(desk.session().bindable).toBe(true)
    expect(desk.at()).toBe('details')
  })

  test('is assigned in the mode the server asks for, and calls back with it [BLE-12]', async () => {
    const desk = await submitted({ calls: { check: async () => '21' } })
    expect(desk.written.at(-1)?.bytes).toEqual(Uint8Array.of(0x01, 0x21))
    await desk.callBack(0, 0, 0, 0x21)
    expect(desk.at()).toBe('done')
    const odd = await checked({ calls: { check: async () => '99' } })
    expect(odd.session().g3_assign_mode).toBe(0x11)
  })

  test('that calls back with another number, or with other than four bytes, is not stored [BLE-17]', async () => {
    for (const bytes of [[0, 0, 0, 0x1d], [0x11], [0x11, 0, 0, 0], []]) {
      const desk = await submitted()
      await desk.callBack(...bytes)
      expect(desk.failure()).toBe('mismatch')
      expect(desk.calls.store).not.toHaveBeenCalled()
    }
  })

  test('that does not call back within 8000 ms is not stored, and may be tried again [BLE-18]', async () => {
    const desk = await submitted()
    await vi.advanceTimersByTimeAsync(CALLBACK_TIMEOUT_MS - 1)
    expect(desk.at()).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(desk.failure()).toBe('timeout')
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.calls.store).not.toHaveBeenCalled()
    await desk.send({ on: 'retryPressed' })
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.at()).toBe('done')
    await vi.advanceTimersByTimeAsync(CALLBACK_TIMEOUT_MS)
    expect(desk.at()).toBe('done')
  })

  test('below 1.4.4 is too old, and neither the server nor the device is asked for anything [FW-02, FW-03]', async () => {
    const desk = await checked({ firmware: '1.4.3' })
    expect(desk.failure()).toBe('tooOld')
    expect(desk.calls.check).not.toHaveBeenCalled()
    expect(desk.written).toEqual([])
    for (const firmware of ['1.4.4', '1.4.10', '1.5.0']) expect((await checked({ firmware })).at()).toBe('details')
  })

  test('whose firmware is no version is logged, and goes on in the default mode [VALID-38]', async () => {
    const desk = await checked({ firmware: '1.4' })
    expect(desk.warnings).toEqual([BAD_FIRMWARE_TEXT])
    expect(BAD_FIRMWARE_TEXT).toBe('This device firmware version not correct!')
    expect(desk.session().g3_assign_mode).toBe(0x11)
    expect((await checked()).warnings).toEqual([])
  })

  test('whose name is taken gets another name, and its button is not pressed again', async () => {
    let tries = 0
    const store = async () => {
      tries += 1
      if (tries === 1) throw new CallError(400, errors.nameTaken.code, 'taken')
      return { device: { id: '5C9A30F1', name: 'Wheelchair 11', isUnplaced: false }, access: undefined }
    }
    const desk = await submitted({ calls: { store } })
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.runner.flow.get().stage).toEqual({ at: 'details', isNameTaken: true })
    await desk.leave()
    await desk.send({ on: 'submitted', data: { ...TRACKER, name: 'Wheelchair 11' }, nowMs: Date.now() })
    expect(desk.at()).toBe('done')
    expect(desk.calls.answer).toHaveBeenCalledTimes(1)
  })

  test('that the server could not store is stored at the next try, even when it went away', async () => {
    let tries = 0
    const store = async () => {
      tries += 1
      if (tries === 1) throw new CallError(0, undefined, 'offline')
      return { device: { id: '5C9A30F1', name: 'Wheelchair 10', isUnplaced: false }, access: undefined }
    }
    const desk = await submitted({ calls: { store } })
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.failure()).toBe('storeFailed')
    await desk.leave()
    await desk.send({ on: 'retryPressed' })
    expect(desk.at()).toBe('done')
  })

  test('whose exchange was too long ago for the server is checked and exchanged again, at once or once it is connected', async () => {
    let tries = 0
    const store = async () => {
      tries += 1
      if (tries < 3) throw new CallError(412, 412_001, 'refused', { info: 'security' })
      return { device: { id: '5C9A30F1', name: 'Wheelchair 10', isUnplaced: false }, access: undefined }
    }
    const desk = await submitted({ calls: { store } })
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.calls.answer).toHaveBeenCalledTimes(2)
    expect(desk.at()).toBe('waiting')
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.calls.answer).toHaveBeenCalledTimes(3)
    await desk.callBack(...MODE_CALLBACK)
    expect(desk.at()).toBe('done')
  })

  test('is checked again before the exchange when the form took long', async () => {
    const desk = await checked()
    await vi.advanceTimersByTimeAsync(4 * 60_000 + 1)
    await desk.send({ on: 'submitted', data: TRACKER, nowMs: Date.now() })
    expect(desk.calls.check).toHaveBeenCalledTimes(2)
    expect(desk.at()).toBe('waiting')
  })
})

describe('a station', () => {
  test('is stored only after network and password are confirmed, and then takes its way to the server [BLE-19]', async () => {
    const desk = await submitted({ type: 't4' })
    expect(desk.calls.answer).toHaveBeenCalledWith(expect.objectContaining({ type: 't4', i_cmd: 0x10 }))
    expect(desk.written.map(({ shortId }) => shortId)).toEqual([
      ...[T4.answer, T4.command, T4.wifiSsid, T4.wifiPassword],
      ...[T4.serverUrl, T4.mqttUrl, T4.serverPassword],
    ])
    expect(new TextDecoder().decode(desk.written.at(-1)?.bytes)).toBe(ACCESS.serverPassword)
    expect(desk.at()).toBe('done')
    // Told once, and forgotten once it is where it belongs.
    expect(desk.runner.flow.get().access).toBeUndefined()
  })

  test('carries what was typed [ENT-bleSession.wifi_ssid, ENT-bleSession.assignData.name, ENT-bleSession.assignData.gpsLat, ENT-bleSession.assignData.gpsLng, ENT-bleSession.assignData.wifiSsid, ENT-bleSession.assignData.wifiPwd]', async () => {
    const desk = await submitted({ type: 't4', hangs: [T4.answer] })
    expect(desk.session()).toMatchObject({ type: 't4', device_id: 'T4-0A1B2C3D4E5F', mac_address: '0A:1B:2C:3D:4E:5F' })
    expect(desk.session().wifi_ssid).toBe('HinokiCare-2F')
    expect(desk.session().assignData).toEqual(STATION)
  })

  test('without a network is stored without Wi-Fi writes [BLE-20]', async () => {
    const desk = await submitted({ type: 't4' }, { ...STATION, wifiSsid: '', wifiPwd: '' })
    expect(desk.calls.store).toHaveBeenCalledTimes(1)
    const settings = desk.written.map(({ shortId }) => shortId)
    expect(settings).not.toContain(T4.wifiSsid)
    expect(settings).not.toContain(T4.wifiPassword)
    expect(desk.at()).toBe('done')
  })

  test('of an open network gets a single zero byte for its password [VALID-37]', async () => {
    const desk = await submitted({ type: 't4' }, { ...STATION, wifiPwd: '' })
    expect(desk.written.find(({ shortId }) => shortId === T4.wifiPassword)?.bytes).toEqual(Uint8Array.of(0))
  })

  test('that confirms the network alone is not stored: it fails at once for a refusal and after 8000 ms for silence [BLE-19]', async () => {
    const refusing = await submitted({ type: 't4', confirms: (id) => (id === T4.wifiPassword ? 3 : 0) })
    expect(refusing.failure()).toBe('wifiFailed')
    const silent = await submitted({ type: 't4', confirms: (id) => (id === T4.wifiPassword ? undefined : 0) })
    expect(silent.at()).toBe('writing')
    await vi.advanceTimersByTimeAsync(CALLBACK_TIMEOUT_MS)
    expect(silent.failure()).toBe('wifiFailed')
    for (const { calls } of [refusing, silent]) expect(calls.store).not.toHaveBeenCalled()
    await silent.send({ on: 'editPressed' })
    expect(silent.at()).toBe('details')
  })

  test('whose Wi-Fi cannot be written fails as such, and is let go [BLE-22]', async () => {
    const desk = await submitted({ type: 't4', fails: [T4.wifiSsid] })
    expect(desk.failure()).toBe('wifiFailed')
    expect(desk.isLetGo()).toBe(true)
    expect(desk.session()).toEqual(EMPTY_SESSION)
    expect(desk.runner.flow.get().draft).toEqual(STATION)
  })

  test('that is stored but missed its way to the server gets it after another connection, and no other station does', async () => {
    let isDeaf = true
    const confirms = (id: number) => (id === T4.serverUrl && isDeaf ? undefined : 0)
    const desk = await submitted({ type: 't4', confirms })
    await vi.advanceTimersByTimeAsync(CALLBACK_TIMEOUT_MS)
    expect(desk.failure()).toBe('serverNotSet')
    await desk.leave()
    desk.transport.request.mockResolvedValueOnce('Station-FFFFFFFFFFFF')
    await desk.send({ on: 'retryPressed' })
    expect(desk.failure()).toBe('anotherDevice')
    isDeaf = false
    await desk.send({ on: 'retryPressed' })
    expect(desk.at()).toBe('done')
    expect(desk.calls.store).toHaveBeenCalledTimes(1)
    expect(desk.calls.check).toHaveBeenCalledTimes(1)
  })

  test('that disconnected while it was being stored is shown as not reporting yet', async () => {
    let finish = () => {}
    const store = () =>
      new Promise<{ device: { id: string; name: string; isUnplaced: boolean }; access: typeof ACCESS }>((resolve) => {
        finish = () => resolve({ device: { id: 'T4-0A1B2C3D4E5F', name: 'Gate', isUnplaced: false }, access: ACCESS })
      })
    const desk = await submitted({ type: 't4', calls: { store } })
    await desk.leave()
    expect(desk.at()).toBe('storing')
    finish()
    await soon()
    expect(desk.failure()).toBe('serverNotSet')
  })
})

describe('a device that is there already', () => {
  const own = { check: refusal(errors.deviceAlreadyYours.code) }

  test('gets another network, and nothing else is written', async () => {
    const desk = await submitted({ purpose: 'wifi', type: 't4', calls: own })
    expect(desk.written.map(({ shortId }) => shortId)).toEqual([T4.answer, T4.command, T4.wifiSsid, T4.wifiPassword])
    expect(desk.calls.store).toHaveBeenCalledWith('wifi', expect.anything(), STATION)
    expect(desk.at()).toBe('done')
  })

  test('starts its upgrade with command 0x07, and the server is told when it said yes [CONST-39]', async () => {
    const desk = await submitted({ purpose: 'upgrade', firmware: '1.4.3', calls: own }, NO_ASSIGN_DATA)
    expect(desk.written.at(-1)).toEqual({ shortId: G3.command, bytes: Uint8Array.of(0x07, 0) })
    expect(desk.calls.store).not.toHaveBeenCalled()
    await desk.callBack(0, 0, 0, 0x07)
    expect(desk.calls.store).toHaveBeenCalledWith('upgrade', expect.anything(), NO_ASSIGN_DATA)
    expect(desk.at()).toBe('done')
  })

  test('is nobody else, and not one that could still be added', async () => {
    const free = await checked({ purpose: 'wifi', type: 't4' })
    expect(free.failure()).toBe('notAdded')
    const other = { check: refusal(errors.deviceUsedByAnotherUser.code) }
    expect((await checked({ purpose: 'upgrade', calls: other })).failure()).toBe('alreadyOther')
  })
})

test.each([
  ['alreadyOwn', errors.deviceAlreadyYours.code, undefined],
  ['alreadyOther', errors.deviceUsedByAnotherUser.code, undefined],
  ['conflict', errors.deviceBoundByAnotherApp.code, undefined],
  ['conflict', errors.conflict.code, undefined],
  ['locationService', errors.locationServiceOnly.code, undefined],
  ['tooOld', errors.notAllowed.code, 'firmware'],
] as const)('a bind check ends as %s at %i, and the device is let go [BLE-06, BLE-07]', async (kind, code, info) => {
  const desk = await checked({ calls: { check: refusal(code, info) } })
  expect(desk.failure()).toBe(kind)
  expect(desk.isLetGo()).toBe(true)
  expect(desk.session()).toEqual(EMPTY_SESSION)
  const { stage } = desk.runner.flow.get()
  expect(stage.at === 'failed' && stage.failure.device).toMatchObject({ device_id: '5C9A30F1', bindable: false })
})

test('a bind check that fails stops and leaves the device not bindable; it can be made again [BLE-23]', async () => {
  let tries = 0
  const check = async () => {
    tries += 1
    if (tries === 1) throw new CallError(500, 500001, 'broken')
    return undefined
  }
  const desk = await checked({ calls: { check } })
  expect(desk.failure()).toBe('verifyFailed')
  expect(desk.session().bindable).toBe(false)
  await desk.send({ on: 'submitted', data: TRACKER, nowMs: Date.now() })
  expect(desk.failure()).toBe('verifyFailed')
  await desk.send({ on: 'retryPressed' })
  expect(desk.at()).toBe('details')
})

test.each([
  ['unsupported', 'unsupported'],
  ['off', 'bluetoothOff'],
  ['cancelled', 'cancelled'],
  ['failed', 'connectFailed'],
] as const)('a search that ends as %s is told as %s, and can be made again', async (notPicked, kind) => {
  const desk = await checked({ notPicked })
  expect(desk.failure()).toBe(kind)
  await desk.send({ on: 'retryPressed' })
  expect(desk.transport.request).toHaveBeenCalledTimes(2)
})

test.each([
  ['a name of another length', { name: 'Headphones' }],
  ['a station among trackers', { name: 'Station-0A1B2C3D4E5F' }],
  ['a model nobody knows', { model: 'g9' }],
] as const)('%s is refused [VALID-35]', async (_title, settings) => {
  expect((await checked(settings)).failure()).toBe('unknownDevice')
})

test.each([
  ['refuses', { connect: 'fails' }, 0],
  ['never answers', { connect: 'hangs' }, 30_000],
  ['cannot be read', { fails: [G3.firmware] }, 0],
  ['answers no read', { hangs: [G3.macAddress] }, 15_000],
] as const)('a device that %s has not been connected [BLE-22]', async (_title, settings, waitMs) => {
  const desk = await checked(settings as Settings)
  await vi.advanceTimersByTimeAsync(waitMs)
  expect(desk.failure()).toBe('connectFailed')
  expect(desk.isLetGo()).toBe(true)
  expect(desk.session()).toEqual(EMPTY_SESSION)
})

test.each([
  ['answer', { fails: [G3.answer] }, 0],
  ['command', { fails: [G3.command] }, 0],
  ['challenge', { hangs: [G3.challenge] }, 15_000],
] as const)(
  'a device that fails over the %s was not exchanged with, and is let go [BLE-22]',
  async (_title, settings, waitMs) => {
    const desk = await submitted(settings as Settings)
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(desk.failure()).toBe('exchangeFailed')
    expect(desk.isLetGo()).toBe(true)
    expect(desk.session()).toEqual(EMPTY_SESSION)
  },
)

test('an exchange that the server refuses keeps the device, and can be tried again', async () => {
  let tries = 0
  const answer = async () => {
    tries += 1
    if (tries === 1) throw new CallError(403, 403001, 'forbidden')
    return '00'.repeat(16)
  }
  const desk = await submitted({ calls: { answer } })
  expect(desk.failure()).toBe('exchangeFailed')
  expect(desk.runner.flow.get().isConnected).toBe(true)
  await desk.send({ on: 'retryPressed' })
  expect(desk.at()).toBe('waiting')
})

test.each(['details', 'waiting'] as const)(
  'a device that disconnects at %s takes its session along [BLE-21]',
  async (stage) => {
    const desk = stage === 'details' ? await checked() : await submitted()
    expect(desk.at()).toBe(stage)
    await desk.leave()
    expect(desk.failure()).toBe('disconnected')
    expect(desk.session()).toEqual(EMPTY_SESSION)
    expect(desk.runner.flow.get().isConnected).toBe(false)
    await desk.send({ on: 'retryPressed' })
    expect(desk.at()).toBe('details')
  },
)

test('events after closing change nothing', async () => {
  let allow = () => {}
  const check = () =>
    new Promise<undefined>((resolve) => {
      allow = () => resolve(undefined)
    })
  const desk = await checked({ calls: { check } })
  await desk.send({ on: 'closed' })
  const before = desk.runner.flow.get()
  allow()
  await desk.callBack(...MODE_CALLBACK)
  expect(desk.runner.flow.get()).toBe(before)
  expect(desk.isLetGo()).toBe(true)
})

test('going back and starting over let go of the device', async () => {
  const back = await checked()
  await back.send({ on: 'backPressed' })
  expect(back.at()).toBe('connect')
  expect(back.isLetGo()).toBe(true)
  await back.send({ on: 'backPressed' })
  expect(back.at()).toBe('type')
  const again = await submitted()
  await again.callBack(...MODE_CALLBACK)
  await again.send({ on: 'restartPressed' })
  expect(again.isLetGo()).toBe(true)
  expect(again.runner.flow.get()).toMatchObject({ stage: { at: 'connect' }, stored: undefined, session: EMPTY_SESSION })
})

test('an event that means nothing where the flow stands changes nothing', async () => {
  const desk = atTheDesk()
  const before = desk.runner.flow.get()
  await desk.send({ on: 'connectPressed' })
  await desk.send({ on: 'picked', name: 'G3-Tracker-5C9A30F1' })
  await desk.send({ on: 'exchanged' })
  await desk.send({ on: 'timedOut' })
  await desk.send({ on: 'retryPressed' })
  expect(desk.runner.flow.get()).toEqual(before)
})
