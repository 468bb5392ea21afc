import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callsForHelp, isCallForHelp, isPress } from './calls-for-help.ts'
import { hostileJson } from './vectors.ts'

test.each([
  ...[
    'sos',
    'SOS',
    'Sos',
    'sosAlarm',
    'SOSAlarm',
    'sosalarm',
    'alarmSos',
    'SOS event.',
    'sos_start',
    'SOS_ON',
    'button_sos',
  ],
  ...[
    'emergency',
    'Emergency call',
    'panic',
    'panic_button',
    'PANIC ALARM',
    'duress',
    'distress',
    'mayday',
    'lone worker',
  ],
  ...[
    'fallDown',
    'fall_down',
    'FALL DETECTED',
    'fall',
    'fallAlarm',
    'fallen',
    'person_fall',
    'maybe_fall',
    'fall.detected',
  ],
  ...[
    'manDown',
    'ManDown',
    'man_down',
    'MAN-DOWN',
    'mandown',
    'help',
    'help_me',
    'help button',
    'lowBattery,sos',
    'SOS mode',
  ],
])('%j calls for help', (event) => {
  expect(isCallForHelp(event)).toBe(true)
})

test.each([
  ...[
    'sos_off',
    'SOS_STOP',
    'SOS cleared',
    'sos_end',
    'sosCancelled',
    'sos released',
    'no sos',
    'test sos',
    'SOS test',
    'sos disabled',
  ],
  ...[
    'general',
    'powerCut',
    'lowBattery',
    'tampering',
    'tamper',
    'accident',
    'vibration',
    'geofenceExit',
    'overspeed',
    'removing',
  ],
  ...[
    'Press once event.',
    'Start moving event.',
    'Motionless event.',
    'freefall',
    'free fall',
    'temperature falling',
    'rainfall',
  ],
  ...[
    'emergency exit',
    'emergency lights',
    'man down cleared',
    'fall reset',
    'helpful',
    'help desk',
    'sosig',
    'downtown',
    '',
    'x'.repeat(99),
  ],
  ...[undefined, null, 1, true, ['sos']],
])('%j does not', (event) => {
  expect(isCallForHelp(event)).toBe(false)
})

const senseCap = (...events: object[]) => ({
  messages: [[{ measurementId: '4200', type: 'Event Status', measurementValue: events }]],
})

test.each<[unknown]>([
  [{ sos: 1 }],
  [{ sos: true }],
  [{ sos: 'true' }],
  [{ SOS: 'ON' }],
  [{ sos: '1' }],
  [{ sos_event: 1 }],
  [{ fManDown: true }],
  [{ manDown: 1 }],
  [{ fall_detected: true }],
  [{ fall: 'detected' }],
  [{ fall_down_status: 'maybe_fall' }],
  [{ help: true }],
  [{ panicButton: 'pressed' }],
  [{ emergency: 'active' }],
  [{ ALARM_status: 'TRUE' }],
  [{ alarm: 'sos' }],
  [{ alarms: ['low battery', 'sos'] }],
  [{ events: [{ name: 'x' }, 'MAN_DOWN'] }],
  [{ eventType: 'SOS' }],
  [{ type: 'SOS' }],
  [{ messageType: 'sos_alarm' }],
  [{ notification: { notificationClass: 'SOS', notificationType: 'SOS_ON' } }],
  [{ status: { sosFlag: 1, mode: 'x' } }],
  [{ sos: { active: true } }],
  [{ sos: { status: 1, battery: 20 } }],
  [{ sos: { value: 'triggered' } }],
  [{ button: 1 }],
  [{ button: 'long' }],
  [{ press: 'short' }],
  [{ button_event: { status: 'long press', msgid: 4 } }],
  [{ button_3: 'double press' }],
  [
    [
      { variable: 'battery', value: 20 },
      { variable: 'sos', value: 1 },
    ],
  ],
  [{ data: { device: { alert: { kind: 'panic' } } } }],
  [senseCap({ id: 7, eventName: 'SOS event.' })],
  [senseCap({ id: 1, eventName: 'Start moving event.' }, { id: 7, eventName: 'SOS event.' })],
  [senseCap({ id: 7 })],
  [{ status: 0, state: 'off', sos: true }],
])('the payload %j calls for help', (payload) => {
  expect(callsForHelp(payload)).toBe(true)
})

test.each<[unknown]>([
  [{ sos: 0 }],
  [{ sos: false }],
  [{ sos: 'false' }],
  [{ sos: 'off' }],
  [{ sos: 'cleared' }],
  [{ sos: null }],
  [{ sos: 255 }],
  [{ sos: '' }],
  [{ sos: { active: false } }],
  [{ sos: { count: 3 } }],
  [{ sos_count: 3 }],
  [{ sos_enabled: true }],
  [{ sosInterval: 60 }],
  [{ sos_mode: 1 }],
  [{ sos_test: true }],
  [{ emergency_contact: '0800' }],
  [{ fall: 0 }],
  [{ fall_status: 'none' }],
  [{ free_fall: true }],
  [{ tamper: true }],
  [{ tamper_status: 'triggered' }],
  [{ battery_low: true }],
  [{ ALARM_status: 'FALSE' }],
  [{ alarm: 'low_battery' }],
  [{ alarm: true }],
  [{ alarm_status: 'high temperature' }],
  [{ event: 'sos', active: false }],
  [{ event: 'sos', state: 'cleared' }],
  [{ event: 'sos', test: true }],
  [{ notificationClass: 'SOS', notificationType: 'OFF' }],
  [{ deviceType: 'SOS button' }],
  [{ type: 'SOS badge', name: 'sos' }],
  [{ button: 0 }],
  [{ button: 'released' }],
  [{ pressed: false }],
  [{ button_count: 4 }],
  [{ button_1: 4 }],
  [{ messages: [[{ measurementId: '3941', type: 'SOS Mode', measurementValue: 1 }]] }],
  [senseCap()],
  [senseCap({ id: 8, eventName: 'Press once event.' })],
  [senseCap({ id: 1, eventName: 'Start moving event.' })],
  [{ description: 'Emergency exit, press for SOS' }],
  ['sos'],
  [null],
])('the payload %j does not', (payload) => {
  expect(callsForHelp(payload)).toBe(false)
})

test.each([
  ...[
    'single',
    'double',
    'triple',
    'quadruple',
    'many',
    'hold',
    'long',
    'press',
    '1_single',
    '4_long_press',
    'button_2_double',
  ],
  ...[
    'single_left',
    'both_hold',
    'on_press',
    'off_press',
    'up-press',
    'dot_double_press',
    'arrow_left_click',
    'initial_press',
  ],
])('the action %j is a press', (action) => {
  expect(isPress(action)).toBe(true)
})

test.each([
  ...[
    '',
    'release',
    '1_release',
    'long_release',
    'hold_release',
    'on_press_release',
    'short_release',
    'on',
    'off',
    'toggle',
  ],
  ...['rotate_left', 'brightness_move_up', 'brightness_stop', 'arm_all_zones', 'disarm', 'vibration', undefined, 1],
])('the action %j is none', (action) => {
  expect(isPress(action)).toBe(false)
})

test('no value makes the search throw, however deep or large', () => {
  fc.assert(
    fc.property(fc.oneof(hostileJson, fc.jsonValue()), (value) => {
      callsForHelp(value)
      isCallForHelp(value)
      isPress(value)
    }),
  )
  let nested: unknown = { sos: 1 }
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested]
  expect(callsForHelp(nested)).toBe(false)
  expect(callsForHelp(Array.from({ length: 100_000 }, () => ({ a: 1 })))).toBe(false)
})
