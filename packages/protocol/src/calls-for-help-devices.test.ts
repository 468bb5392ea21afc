/** Payloads as devices on the market send them, and what their neighbours in words say: a call for help or none. */
import { expect, test } from 'vitest'
import { callsForHelp, isCallForHelp } from './calls-for-help.ts'
import { decodeZigbee2mqtt } from './zigbee2mqtt.ts'

const CALLS: readonly [of: string, payload: unknown][] = [
  // LoRaWAN, by the decoders of the networks' device repositories.
  [
    'Dragino LGT-92',
    { ALARM_status: 'TRUE', BatV: 3.9, FW: 160, LON: 'ON', MD: 'Move', Latitude: 22.7, Longitud: 114.2 },
  ],
  ['Dragino TrackerD', { ALARM_status: true, BatV: 4.0, MD: 1, LON: true, Transport: 'STILL' }],
  ['Abeeway', { notification: { notificationClass: 'SOS', notificationType: 'SOS_ON' }, sosFlag: 1 }],
  ['Abeeway, older', { sosFlag: 1, appState: 0, dynamicMotionState: 'STATIC', userAction: 0 }],
  ['Abeeway man down', { eventType: 'MAN_DOWN', batteryLevel: 78 }],
  ['Digital Matter', { type: 'position', inTrip: false, fixFailed: true, manDown: true, batV: 4.7 }],
  [
    'Milesight VS373, motionless',
    { alarm: { alarm_id: 6, alarm_type: 'motionless', alarm_status: 'alarm triggered' } },
  ],
  ['Milesight WS101', { battery: 100, press: 'long' }],
  ['Milesight WS156', { button_1: 'trigger' }],
  ['Milesight VS373', { alarm: { alarm_id: 5, alarm_type: 'fall', alarm_status: 'alarm triggered' } }],
  ['Milesight WS50x', { button_event: { status: 'short press', msgid: 3 } }],
  ['MOKO LW004', { payload_type: 'Alarm', alarm_type: 'SOS alarm', battery: '90%' }],
  ['MOKO LW008', { port: 5, event_type: 'Man Down start' }],
  ['SenseCAP', { messages: [[{ type: 'Event Status', measurementValue: [{ id: 7, eventName: 'SOS event.' }] }]] }],
  [
    'Tuya',
    {
      status: [
        { code: 'battery_percentage', value: 78 },
        { code: 'sos_state', value: true },
      ],
    },
  ],
  ['SenML', [{ n: 'sos', vb: true }]],
  ['ThingsBoard', { ts: 1_700_000_000_000, values: { panic: '1' } }],
  ['a list of measurements', [{ variable: 'sos', value: 1 }]],
  ['a list by name', [{ name: 'SOS', value: 1 }]],
  ['a list by parameter', { measurements: [{ parameter: 'sos', value: 1 }] }],
  ['an alarm with a name', { alarm: { name: 'sos', level: 3 } }],
  ['alarms by name', { decoded: { payload: { alarms: { sos: 1, low_battery: 0 } } } }],
  ['a call with its state', { alarms: { sos: { state: 'active' } } }],
  ['a call that is on', { sos: { on: true } }],
  ['a fall that was detected', { fall: { detected: true } }],
  ['a badge', { btn: 1, batt: 78 }],
  ['a button, by a word', { button_pressed: 'true' }],
  ['a trigger', { txReason: 'panic button', voltage: 3.6 }],
  // Zigbee2MQTT, by its exposes.
  ['TuYa TS0215A', { action: 'emergency', battery: 100 }],
  ['Heiman SOS-1', { action: 'emergency', battery_low: false, tamper: false }],
  ['Develco panic button', { sos: true, battery_low: false }],
  ['a keypad', { action: 'panic', action_code: null, action_transaction: 12, action_zone: 0 }],
  ['TuYa radar', { fall_down_status: 'fall', fall_sensitivity: 4, tumble_switch: 'ON' }],
  // Traccar and those who speak as it does.
  ['Traccar', { alarm: 'sos' }],
  ['Traccar, several', { alarm: 'lowBattery,sos' }],
  ['several otherwise joined', { alarm: 'low battery & SOS' }],
  ['several joined by a plus', { alarm: 'battery_low+sos' }],
  ['a device that is idle and well', { event: 'sos', status: 'ok', state: 'idle' }],
  ['numbers behind it', { event: 'SOS1' }],
  ['a field with a number', { SOS1: 1 }],
  ['points between', { event: 'S.O.S.' }],
  ['broad letters', { event: 'ＳＯＳ' }],
  ['Chinese', { alarm: '求救' }],
  ['Chinese with a call', { alarm: 'SOS求救' }],
  ['Japanese', { event: '助けて' }],
  ['Y', { sos: 'Y' }],
  ['set', { sos: 'set' }],
  ['a dead man’s switch', { dead_man: 1 }],
  ['eCall', { ecall: true }],
  ['GeoJSON', { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { sos: 1 } }] }],
  ['a kind with a text', { type: 'SOS', value: 'room 12' }],
  ['something else that is off', { event: 'sos', status: 'gps off', alert: 'tamper cleared' }],
  ['a sentence', { event: 'Call for help' }],
  ['a request', { help_requested: 1 }],
  ['a button with its event', { button: { event: 'press' } }],
  ['what set it off', { triggers: ['sos'] }],
  ['a nurse call', { event: 'nurse_call' }],
  ['a fall that was confirmed', { event_type: 'fall_confirmed' }],
]

const NONE: readonly [of: string, payload: unknown][] = [
  ['a weather station', { temp: 21.2, hum: 40, press: 1013.25 }],
  ['a weather station, by a text', { press: '987.1' }],
  ['a counter of presses', { click: 12, button: 37 }],
  ['Dragino LGT-92', { ALARM_status: 'FALSE', BatV: 3.9, MD: 'Move' }],
  ['a smoke detector', { alarm_status: 'alarm', smoke: true }],
  ['a smoke detector, by a number', { alarm_status: 1 }],
  [
    'Milesight VS373, moving again',
    { alarm: { alarm_id: 6, alarm_type: 'motionless', alarm_status: 'alarm deactivated' } },
  ],
  [
    'Milesight VS373, out of bed',
    { alarm: { alarm_id: 2, alarm_type: 'out of bed', alarm_status: 'alarm triggered' } },
  ],
  ['Milesight VS373, over', { alarm: { alarm_id: 5, alarm_type: 'fall', alarm_status: 'alarm deactivated' } }],
  ['Milesight VS373, ignored', { alarm: { alarm_id: 5, alarm_type: 'fall', alarm_status: 'alarm ignored' } }],
  ['MOKO LW008', { event_type: 'Man Down end' }],
  ['Abeeway', { notification: { notificationClass: 'SOS', notificationType: 'SOS_OFF' }, sosFlag: 0 }],
  ['Digital Matter', { type: 'position', manDown: null }],
  ['SenseCAP settings', { messages: [[{ type: 'SOS Mode', measurementValue: 1 }]] }],
  ['Tuya', { status: [{ code: 'sos_state', value: false }] }],
  ['a named value that says no', { type: 'SOS', value: 0 }],
  ['a value of a badge', { type: 'SOS badge', value: 3 }],
  ['TuYa radar', { fall_down_status: 'none', fall_sensitivity: 4 }],
  ['a thermostat', { running_state: 'emergency_heating', emergency_heat: true }],
  ['lights', { emergency_lighting: 1, emergency_power: 1 }],
  ['a vehicle', { event: 'emergency braking', emergency_brake: 1 }],
  ['a machine', { event: 'emergency stop' }],
  ['a processor', { reset_reason: 'panic' }],
  ['a processor, in words', { reboot_cause: 'kernel panic' }],
  ['a barometer', { pressure_state: 'fall', trend: 'fall', edge: 'fall' }],
  ['a device by its kind', { device_type: 'panic button', type: 'SOS button' }],
  [
    'settings',
    { settings: { sos: true, fall: 1, button: true }, capabilities: { panic: true }, sos_config: [{ sos: 1 }] },
  ],
  ['what can be told', { supported_events: ['sos', 'fall'], alarm_types: ['SOS'], enabled_alarms: ['man_down'] }],
  ['what was counted', { counters: { sos: 4, fall: 2 } }],
  ['a badge that is charged', { event: 'SOS button charged' }],
  ['a badge that is new', { event: 'SOS button added' }],
  ['a call that was answered', { event: 'sos_call_answered' }],
  ['a cable', { alarm: 'SOS cable unplugged' }],
  ['a sleeper', { event: 'fell asleep' }],
  ['a test', { sos: true, test: true }],
  ['a test of its own', { sos: 1, sos_test: 1 }],
  ['a call that was cancelled', { sos: true, cancelled: true }],
  ['an event that was cleared', { event: 'sos', cleared: true }],
  ['telephones', { SOS1: 13800138000, sos_numbers: 3, emergency_numbers: ['112'] }],
  ['Chinese, over', { event: 'SOS解除' }],
  ['Chinese, a test', { event: 'SOS測試' }],
  ['Japanese, a test', { event: 'SOSテスト' }],
  ['Chinese that says no', { event: '不緊急' }],
  ['a number that is none', { sos: Number.NaN }],
  ['a number below', { sos: -1 }],
  ['an unknown byte', { sos: 255 }],
  ['nothing in it', { sos: [{}, [], 0, '', 'n/a', 'unknown'] }],
]

test.each(CALLS)('%s calls for help', (_of, payload) => {
  expect(callsForHelp(payload)).toBe(true)
})

test.each(NONE)('%s does not', (_of, payload) => {
  expect(callsForHelp(payload)).toBe(false)
})

test('settings and records of a call are none, under each of its names', () => {
  const ABOUT =
    'threshold sensitivity delay duration period supported configured volume version times id index led repeat retries limit timer angle'
  for (const call of ['sos', 'panic', 'man_down', 'fall_detection']) {
    for (const about of [...ABOUT.split(' '), 'enabled', 'count', 'interval', 'contact', 'battery', 'test']) {
      for (const name of [`${call}_${about}`, `${about}_${call}`])
        expect([name, callsForHelp({ [name]: 3 })]).toEqual([name, false])
    }
  }
})

test('an object of a hundred thousand fields costs no more than one of a few hundred', () => {
  const hostile = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 'sosOff']))
  expect(callsForHelp({ ...hostile, sos: 1 })).toBe(false)
  expect(callsForHelp({ sos: 1, ...hostile })).toBe(true)
})

test('words that end a call end each of its names', () => {
  const OVER =
    'off end ended stopped cleared cancelled deactivated restored closed recovered finished expired dismissed reset resolved released'
  for (const call of ['SOS', 'panic', 'man down', 'fall alarm', 'emergency']) {
    expect(isCallForHelp(call)).toBe(true)
    for (const over of OVER.split(' '))
      expect([call, over, isCallForHelp(`${call} ${over}`)]).toEqual([call, over, false])
  }
})

test('a cube that fell is a thing, and calls for nobody', () => {
  const decoded = (state: object) =>
    decodeZigbee2mqtt({ topic: 'zigbee2mqtt/cube', payload: Buffer.from(JSON.stringify(state)), isRetained: false })
  expect(decoded({ action: 'fall' })).toMatchObject({ asksForHelp: false })
  expect(decoded({ action: 'fall', sos: true })).toMatchObject({ asksForHelp: true })
})
