/** Each word in each shape in which payloads say it, with its right outcome. Source: decision 0066. */
import { expect, test } from 'vitest'
import { callsForHelp } from './calls-for-help.ts'

type Shape = (word: string) => unknown
type Field = (value: unknown) => unknown

const list = (words: string): readonly string[] => words.split('|')

const CALLS = list(
  'sos|SOS|sosAlarm|SOS_ALARM|EVENT_TYPE_SOS|panic|Panic alarm|emergency|duress|mayday|MAN_DOWN|manDown|man down|fallDown|fall detected|' +
    'FALL_ALARM|nurse call|help me|no motion alarm|noMotionAlarm|NO_MOVEMENT_ALERT|motionless alarm|immobility alert|' +
    'SOS报警|求救|紧急求助|緊急呼叫|跌倒报警|人员跌倒|緊急ボタン|転倒検知|助けて|緊急通報|ナースコール|ＳＯＳ',
)
const NO_CALLS = list(
  'general|lowBattery|tamper|idle|parking|no sos|sos off|SOS cleared|sos_end|SOS test|sos drill|' +
    'SOS false alarm|man down simulated|panic cancelled|sos=0|SOS:false|sos: none|SOS contact 3|SOS button charged|SOS badge ready|' +
    'fw 1.2 sos-tag|kernel panic|core panic|panic reboot|watchdog panic|emergency exit|emergency brake|emergency lights|SOS解除|' +
    'SOS测试|緊急訓練|SOSテスト|跌倒误报|非常口|緊急停止|紧急制动|緊急地震速報|緊急連絡先|SOS电量低|不緊急|無異常|转倒なし|1|4|0x01|0|true',
)

/** A word as what happened now. */
const HAPPENED: Readonly<Record<string, Shape>> = {
  event: (event) => ({ event }),
  alarm: (alarm) => ({ battery: 80, alarm }),
  'a list': (word) => ({ alarms: ['lowBattery', word] }),
  'one text of several': (word) => ({ events: `lowBattery;${word}` }),
  'an event with its kind': (type) => ({ events: [{ type: 'boot' }, { alarm_type: type, time: 1_700_000_000 }] }),
  'an object of the event': (name) => ({ data: { device: { event: { name, level: 2 } } } }),
  'a number with its text': (description) => ({ alarm: { id: 4, description } }),
  'a number with a text beside it': (word) => ({ alarm: 4, alarm_text: word }),
  'a code with a name beside it': (word) => ({ eventId: 4, eventName: word }),
  'a change': (to) => ({ state: { from: 'normal', to } }),
  'a changed field': (word) => ({ previous_state: 'normal', current_state: word }),
  'after its start': (reason) => ({ event: 'uplink', reason }),
  'with its state': (event) => ({ event, active: true, state: 'alarm' }),
  Chinese: (word) => ({ 报警类型: word }),
  Japanese: (word) => ({ イベント: word }),
}

/** A word as a setting, as what was before or is over, as a test, or of something else. */
const NOT_NOW: Readonly<Record<string, Shape>> = {
  'a setting': (word) => ({ config: { event: word, alarm: [word] } }),
  'a button’s function': (word) => ({ long_press_action: word, key_function: word, button_mode: word }),
  'what can be told': (word) => ({ supported_events: [word], capabilities: { alarms: [word] } }),
  'what was sent to it': (word) => ({ downlink: { event: word }, command: word, desired: { alarm: word } }),
  'what was before': (word) => ({ last_event: word, previous_state: word, history: [{ event: word }] }),
  'a change away from it': (from) => ({ state: { from, to: 'normal' }, old_state: from }),
  'a reason of the processor': (reason) => ({ boot: { reason }, reset_reason: reason, rst_cause: reason }),
  'a reason of a restart': (reason) => ({ event: 'reboot', reason }),
  'a firmware': (status) => ({ firmware: { status, name: status }, fw_state: status }),
  'a name': (name) => ({ name, label: name, description: name, device: name, tags: [name] }),
  over: (event) => ({ event, active: false }),
  'over by a number': (alarm) => ({ alarm, value: 0 }),
  'over by a word': (event) => ({ event, state: 'cleared' }),
  'a drill': (event) => ({ event, drill: true }),
  'a false alarm': (event) => ({ event, false_alarm: 1 }),
  'of a temperature': (alarm) => ({ temperature: { alarm }, pressure_state: alarm }),
}

/** A field that is named for a call, as payloads place it. */
const FIELDS: Readonly<Record<string, (name: string) => Field>> = {
  flat: (name) => (value) => ({ battery: 80, [name]: value }),
  nested: (name) => (value) => ({ data: { sensors: { [name]: value } } }),
  listed: (name) => (value) => ({ values: [{ temperature: 20 }, { [name]: value }] }),
  'with its state': (name) => (value) => ({ [name]: { state: value, battery: 80 } }),
  'with what triggered it': (name) => (value) => ({ [name]: { trigger: value } }),
  'with what it became': (name) => (value) => ({ [name]: { old: 0, new: value } }),
  'among alarms': (name) => (value) => ({ alarms: { lowBattery: 1, [name]: value } }),
  'as a variable': (name) => (value) => [{ variable: name, value }],
  'as a measurement': (name) => (value) => ({ messages: [[{ type: name, measurementValue: value }]] }),
}
const NAMES = list(
  'sos|SOS|sosAlarm|sos_event|sosEvent|panic|panicButton|emergency|man_down|fManDown|fall_detected|fallAlarm|no_motion_alarm|noMotionAlarm|' +
    '求救|紧急按钮|SOS报警|跌倒|緊急ボタン|転倒検知',
)
const YES: readonly unknown[] = [
  ...[
    true,
    1,
    '1',
    '01',
    '0x01',
    '0X1',
    '１',
    'true',
    'TRUE',
    'Yes',
    'on',
    'active',
    'triggered',
    'pressed',
    'alarm',
    'SOS',
  ],
  ...['是', '有', '触发', '觸發', '报警', '按下', 'はい', 'あり', 'オン', '検知', '発生'],
]
const NO: readonly unknown[] = [
  ...[
    false,
    0,
    '0',
    '00',
    '0x00',
    '0X0',
    '０',
    'false',
    'No',
    'off',
    'inactive',
    'cleared',
    'normal',
    'none',
    'idle',
    'released',
  ],
  ...[
    '否',
    '无',
    '無',
    '正常',
    '解除',
    'いいえ',
    'なし',
    'オフ',
    null,
    '',
    'n/a',
    'unknown',
    -1,
    0.5,
    255,
    '0xFF',
    13_800_138_000,
  ],
  ...['enabled', 'ready', 'supported', {}, []],
]

/** Names of settings, counters and records: whatever their value is. */
const ASIDE = list(
  'sos_key_hold|sos_hold_time|sos_mode|sosMode|sos_count|sosCounter|nb_sos|sos_threshold|sos_enabled|enable_sos|sos_interval|sos_contact|' +
    'sos_number|sos_led|sos_level|sos_type|sos_command|cmd_sos|last_sos|previous_sos|sos_battery|sos_test|sos_function|sos_action|' +
    'fall_score|fall_probability|fall_sensitivity|man_down_delay|man_down_angle|no_motion_alarm_time|boot_panic|kernel_panic|' +
    'panic_reset|reset.panic|SOS模式|SOS电量|SOS次数|緊急連絡先|SOS設定',
)

const outcomes = (shapes: Readonly<Record<string, Shape>>, words: readonly string[]) =>
  Object.entries(shapes).flatMap(([shape, of]) => words.map((word) => [shape, word, callsForHelp(of(word))] as const))
const wrong = (found: readonly (readonly [unknown, unknown, boolean])[], right: boolean) =>
  found.filter(([, , outcome]) => outcome !== right)

test('every word that calls for help does so in every shape of what happened', () => {
  expect(wrong(outcomes(HAPPENED, CALLS), true)).toEqual([])
})

test('no other word does', () => {
  expect(wrong(outcomes(HAPPENED, NO_CALLS), false)).toEqual([])
})

test('no word does in a shape of what is set, was before, is over, is a test or of something else', () => {
  expect(wrong(outcomes(NOT_NOW, [...CALLS, ...NO_CALLS]), false)).toEqual([])
})

const fieldOutcomes = (names: readonly string[], values: readonly unknown[]) =>
  Object.entries(FIELDS).flatMap(([shape, of]) =>
    names.flatMap((name) => values.map((value) => [shape, { [name]: value }, callsForHelp(of(name)(value))] as const)),
  )

test('a field named for a call says yes by truth values, numbers and words, wherever it stands', () => {
  expect(wrong(fieldOutcomes(NAMES, YES), true)).toEqual([])
})

test('it says no by all others', () => {
  expect(wrong(fieldOutcomes(NAMES, NO), false)).toEqual([])
})

test('settings, counters and records of a call say nothing by any number', () => {
  expect(wrong(fieldOutcomes(ASIDE, [1, 3, '1', '0x01', 30]), false)).toEqual([])
})

test('a person who does not move is an alarm by 1 alone, as other numbers say after how long', () => {
  expect([1, '1', 30, '10'].map((value) => callsForHelp({ noMotionAlarm: value }))).toEqual([true, true, false, false])
})

test('that nothing moves is no alarm by itself', () => {
  const still = [
    { event: 'Motionless event.' },
    { no_motion: true },
    { motionless: 1 },
    { state: 'no motion' },
    { moving: false, event: 'inactivity' },
  ]
  expect(still.map(callsForHelp)).toEqual(still.map(() => false))
  expect(callsForHelp({ alarm_type: 'no motion' })).toBe(true)
  expect(callsForHelp({ alarms: { noMotion: true } })).toBe(true)
})

test('a mode is a call where it is named for nothing else', () => {
  const calls = [
    { mode: 'sos' },
    { mode: 'SOS' },
    { workMode: 'SOS mode' },
    { tracking_mode: 'emergency' },
    { mode: '求救' },
  ]
  expect(calls.map(callsForHelp)).toEqual(calls.map(() => true))
  const others = [
    { mode: 'fall' },
    { mode: 1 },
    { mode: 'SOS badge' },
    { system_mode: 'emergency' },
    { button_mode: 'sos' },
  ]
  expect(others.map(callsForHelp)).toEqual(others.map(() => false))
})

test('a press of a button that is named for a call is one', () => {
  const presses = ['single', 'double', 'long', 'hold', 'short_press', 'click']
  expect(presses.map((press) => callsForHelp({ sos_button: press }))).toEqual(presses.map(() => true))
  expect(callsForHelp({ sosEvent: { trigger: 'button' } })).toBe(true)
  expect(callsForHelp({ sos_button: 'released' })).toBe(false)
})

test('calls in payloads of other shapes', () => {
  const calls = [
    ...[
      { event: { type: 'button', button: 'sos' } },
      { button: 'SOS' },
      { buttons: [{ name: 'sos', state: 'pressed' }] },
    ],
    ...[
      { type: 'alarm', subtype: 'sos' },
      { identifier: 'sos', value: 1 },
      { function: 'sos', value: 1 },
      { id: 'sos', val: 1 },
    ],
    ...[
      { code: 'alarm', value: 'sos' },
      { name: 'SOS', status: 'active' },
      { call_button: 'pressed' },
      { pull_cord: 1 },
    ],
    ...[{ left_button: 'single' }, { assistance: true }, { sos: 'T' }, { sos: 'begin' }, { panic_switch: 'pressed' }],
    ...[
      { reportType: 'Help report' },
      { key_pressed: 'SOS' },
      { EmergencyButtonAlarm: '1: Alarm' },
      { alarm: 'SOS(1)' },
    ],
    ...['已触发', '触发中', '報警中', '已报警', '作動中', '検知しました', '有り'].map((sos) => ({ sos })),
    ...[{ telemetry: { sos: [{ ts: 1, value: '1' }] } }, { metrics: [{ name: 'sos', type: 'Boolean', value: true }] }],
    ...[
      { alarm: 'SOS', alarm_cleared: false },
      { sos: 1, test: false },
      { sos: true, sos_count: 4 },
      { event_flags: { sos: true } },
    ],
  ]
  expect(calls.filter((payload) => !callsForHelp(payload))).toEqual([])
})

test('settings, masks, counters and descriptions in other shapes', () => {
  const none = [
    ...[
      { ack: { sos: 1 } },
      { features: { sos: true } },
      { alarm_mask: { sos: true } },
      { notify: { sos: true } },
      { sos_sms: 1 },
    ],
    ...[
      { stats: { sos: 3 } },
      { totals: { sos: 1 } },
      { sos_events: 3 },
      { sos_today: 2 },
      { sos_ts: 1 },
      { sos_switch: 'on' },
    ],
    ...[
      { device: { type: 'sos', name: 'SOS' } },
      { action_on_press: 'sos' },
      { assign: { button: 'sos' } },
      { sos_vibrate: 1 },
    ],
    ...[{ emergency_vehicle: 1 }, { emergency_shutdown: true }, { panic_bar: 1 }, { sos_gps: 1 }, { sos_strategy: 2 }],
    ...[
      { reset_button: 'pressed' },
      { test_button: 'pressed' },
      { power_button: 'long' },
      { name: 'SOS', status: 'ready' },
    ],
    ...[
      { type: 'alarm', value: 'tamper' },
      { type: 'event', value: 1 },
      { name: 'sos', state: 'enabled' },
    ],
  ]
  expect(none.filter(callsForHelp)).toEqual([])
})
