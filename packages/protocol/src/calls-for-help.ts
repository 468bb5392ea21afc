/**
 * Whether a device says that a person calls for help or fell: by the names of its fields, and by the words of its events and alarms. One
 * rule for all senders. Source: decision 0066.
 */
import { isJsonObject, type JsonObject } from './values.ts'
import {
  areCall,
  areNothingElse,
  areTakingBack,
  asAlarm,
  isCallField,
  isPress,
  isTrue,
  partsOf,
  saysNo,
  saysPress,
  saysPressOf,
  saysPressOrCount,
  saysYes,
  wordsOf,
} from './words-of-help.ts'

export { isPress } from './words-of-help.ts'

type Words = readonly string[]
type Says = (value: unknown) => boolean
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const anyOf = (words: Words, set: ReadonlySet<string>): boolean => words.some((word) => set.has(word))

/** Names of fields whose value names the event. */
const EVENT = setOf(
  'event events alarm alarms alert alerts action actions trigger triggers reason reasons cause causes notification notifications state ' +
    'states status statuses flag flags warning warnings incident incidents condition posture activity',
)
const CJK_EVENT = /事件|报警|報警|告警|警報|警报|アラーム|イベント|状態|状态|狀態|動作|动作|通知|原因/
const ALARM = setOf('alarm alarms alert alerts')
/** The same of fields that name a kind: it is one only where nothing but the call is named, as a device may be called an SOS button. */
const KIND = setOf('type subtype class kind message msg mode 类型 類型 種別 種類')
const OF_KIND = setOf('event alarm alert message report notification uplink start on active type mode')
/** Modes of these are settings, or of a heating. */
const MODE_OF_OTHERS = setOf('system hvac fan button key led alarm report press click')
/** Fields of what a device can do, is set to or is told to do, and not of what happened. */
const SETTINGS = setOf(
  'config configuration cfg setting settings options preferences capability capabilities supported enabled threshold thresholds counter ' +
    'counters count counts contact contacts limit limits schedule test types downlink downlinks desired delta command commands cmd echo ack ' +
    'acks stats statistics totals uptime mask masks notify assign mapping',
)
/** Fields of what was before. */
const BEFORE = setOf('last previous prev old before former history archive')
/** Fields of things that happen to the device or the air, by the same words: a processor panics, a pressure may fall. */
const ELSEWHERE = setOf(
  'reset rst reboot restart boot crash core watchdog firmware fw version pressure temperature humidity water',
)
/** The same, where only a value can say so: how bad an alarm is, and alarms of a house. */
const ELSEWHERE_AS_VALUE = setOf('trend edge level severity priority smoke fire gas co leak flood')
/** Where a signal falls. */
const OF_SIGNALS = setOf('input inputs io gpio di digital pin irq interrupt adc tide level mode')
/** Fields of an object that say how its event, its call or its button is. */
const OWN_STATES = setOf(
  'state status active action type phase value event_state event_status alarm_state alarm_status notification_type pressed triggered',
)
/** Fields of an object in which 0 means that its event has ended. */
const OWN_VALUES = setOf('active value on raised pressed triggered event_state alarm_state is_active')
const STATES: ReadonlySet<string> = new Set([
  ...OWN_STATES,
  ...setOf('event detected confirmed on flag alarm alert trigger source cause is_active current now new to present'),
])
/** Of an event named in them. */
const NAMES_OF_EVENT = setOf(
  'name code title label text description desc to new current now display value event_name alarm_name',
)
/** Texts that stand beside the number of an event. */
const TEXT_OF_EVENT = /^(?:event|alarm|alert)_(?:name|text|desc|description|label|title|code|type)$/
/** Fields that name what stands beside them, and those it stands in. */
const NAMES = [
  ...['variable', 'type', 'name', 'key', 'n', 'field', 'parameter', 'measurement', 'code'],
  ...['id', 'identifier', 'function', 'metric', 'attribute', 'property', 'label'],
]
const VALUES = ['measurementValue', 'value', 'v', 'vb', 'val']
/** Dragino's trackers name the alarm of their button so; others tell of any alarm by its words. */
const ALARM_OF_BUTTON = 'alarm_status'
/** Fields of a button that say its press; of one of several only a word says it, as their numbers are often counters. */
const BUTTON = /^(?:(?:button|btn)(?:_(?:event|status|state|press|pressed))?|key_(?:event|press|pressed)|pressed)$/
/** The same by words alone: as a number it may be a pressure, or count. */
const PRESS = /^(?:press|click)$/
const BUTTON_OF_SEVERAL = /^button_?\d+(?:_(?:event|status|state))?$/
/** Any other button, by a word. */
const BUTTON_NAMED = /_(?:button|btn)$/
/** Which action a press has is a setting. */
const ACTION_OF_PRESS = /^(?:.*_)?(?:press|click|hold)_action$|^action_on_/
/** Objects that describe a thing: their kind is what it is, and not what happened. */
const THING = setOf('device product model hardware sensor profile tag badge')
/** The event of a SenseCAP's button, where its name is left out. */
const SENSECAP_SOS = 7
/** Fields that cancel the call of their object, or mark it as a test. */
const TAKEN_BACK =
  /^(?:test|drill|cancel|cancell?ed|cleared|resolved|ended|dismissed|false_alarm|simulated|simulation|exercise)$/

const MAX_VALUES = 512
const MAX_DEPTH = 8

/** True where an event or alarm of this name is a person who calls for help or fell; several are separated by commas and the like. */
export const isCallForHelp = (event: unknown): boolean => namesEvent(event, [])

/** The same of a field of these words. */
const namesEvent = (event: unknown, field: Words): boolean =>
  typeof event === 'string' &&
  partsOf(event).some((one) => {
    const words = wordsOf(one)
    return areCall(anyOf(field, ALARM) ? asAlarm(words) : words)
  })

/** No more of an object is looked at than of a payload. */
const entriesOf = (object: JsonObject): readonly (readonly [Words, unknown])[] => {
  const entries: [Words, unknown][] = []
  for (const name in object) {
    if (entries.length >= MAX_VALUES) break
    if (Object.hasOwn(object, name)) entries.push([wordsOf(name), object[name]])
  }
  return entries
}

type Entries = ReturnType<typeof entriesOf>

/** An object that says of itself that it is a test, or was taken back. */
const isTakenBack = (entries: Entries): boolean =>
  entries.some(([words, value]) => {
    const isOfCall = words[0] === 'is' || areCall(words.slice(0, 1))
    return TAKEN_BACK.test((isOfCall ? words.slice(1) : words).join('_')) && saysYes(value)
  })

/** An object that says of its own event that it is over. */
const isOver = (entries: Entries): boolean =>
  entries.some(([words, value]) => {
    const field = words.join('_')
    if (OWN_VALUES.has(field) && saysNo(value)) return true
    if (OWN_STATES.has(field) && value === false) return true
    return OWN_STATES.has(field) && typeof value === 'string' && areTakingBack(wordsOf(value))
  })

/** An object that tells of a start or an end of the device itself: its reason is the processor's. */
const isOfProcessor = (entries: Entries): boolean =>
  entries.some(([words, value]) => isEventField([...words]) && typeof value === 'string' && areOfProcessor(value))

const PROCESSOR = setOf('reset reboot rebooted restart restarted boot booted crash crashed watchdog startup')
const areOfProcessor = (value: string): boolean => anyOf(wordsOf(value), PROCESSOR)

const isEventField = (words: Words): boolean =>
  anyOf(words, EVENT) || anyOf(words, KIND) || words.some((word) => CJK_EVENT.test(word))

/** A field that says nothing of now, or nothing of a person. */
const isAside = (words: Words): boolean => anyOf(words, SETTINGS) || anyOf(words, BEFORE) || anyOf(words, ELSEWHERE)

/** A field whose value is the name of an event. */
function namesCall(words: Words, value: unknown): boolean {
  if (typeof value !== 'string' || isAside(words) || anyOf(words, ELSEWHERE_AS_VALUE)) return false
  if (ACTION_OF_PRESS.test(words.join('_'))) return false
  if (anyOf(words, OF_SIGNALS) && wordsOf(value).join('_') === 'fall') return false
  if (anyOf(words, EVENT) || words.some((word) => CJK_EVENT.test(word))) {
    return !(words.includes('mode') && anyOf(words, MODE_OF_OTHERS)) && namesEvent(value, words)
  }
  if (!anyOf(words, KIND) || (words.includes('mode') && anyOf(words, MODE_OF_OTHERS))) return false
  return areNothingElse(wordsOf(value), OF_KIND)
}

/** How a field's value says that there is a call; undefined: by being the name of an event. */
function saysOf(words: Words): Says | undefined {
  const field = words.join('_')
  if (field === ALARM_OF_BUTTON) return (value) => isTrue(value) || namesEvent(value, words)
  if (isCallField(words) && !isAside(words)) return (value) => saysYes(value, words)
  if (BUTTON.test(field)) return (value) => saysPressOrCount(value) || namesEvent(value, words)
  if (PRESS.test(field)) return saysPress
  if (BUTTON_OF_SEVERAL.test(field)) return isPress
  return BUTTON_NAMED.test(field) ? saysPressOf(words) : undefined
}

/** Walks through a payload until something in it calls for help. */
class Search {
  #left = MAX_VALUES

  /** `words` name the field that holds the value; `isOver`: its object says that its event is over. */
  finds(value: unknown, words: Words, isOver: boolean, depth: number, says = saysOf(words)): boolean {
    this.#left -= 1
    if (this.#left < 0 || depth > MAX_DEPTH) return false
    if (Array.isArray(value)) return value.some((one) => this.finds(one, words, isOver, depth + 1, says))
    if (isJsonObject(value)) return this.#findsIn(value, words, depth, says)
    return says === undefined ? !isOver && namesCall(words, value) : says(value)
  }

  #findsIn(object: JsonObject, words: Words, depth: number, says: Says | undefined): boolean {
    const entries = entriesOf(object)
    if (isTakenBack(entries)) return false
    const told = besideItsName(object)
    if (told !== undefined) return this.finds(told.value, told.words, false, depth + 1)
    if (isNamedEvent(object)) return true
    if (words.join('_') === 'event_status' && object.eventName === undefined && object.id === SENSECAP_SOS) return true
    const over = isOver(entries) || isOfProcessor(entries)
    const isEvent = anyOf(words, EVENT)
    return entries.some(([field, inner]) => {
      if (typeof inner === 'object' && (isAside(field) || isFeature(field, inner))) return false
      const joined = field.join('_')
      if (anyOf(words, THING) && KIND.has(joined)) return false
      const isName = NAMES_OF_EVENT.has(joined) && isEvent
      const asked = isName || TEXT_OF_EVENT.test(joined) ? [...words, ...field.slice(0, 1)] : field
      const named = anyOf(words, ALARM) ? asAlarm(asked) : asked
      const inherited = STATES.has(joined) ? says : undefined
      return this.finds(inner, named, over, depth + 1, inherited ?? saysOf(named))
    })
  }
}

/** What a thing can do is an object of features; a list of them is GeoJSON. */
const isFeature = (field: Words, inner: unknown): boolean => field.at(-1) === 'features' && !Array.isArray(inner)

/** An object that names a call, or a field of events, beside what is said of it: `{code: 'alarm', value: 'sos'}`, `{name: 'sos', state: 'pressed'}`. */
const isNamedEvent = (object: JsonObject): boolean =>
  NAMES.some((each) => {
    const name = object[each]
    if (typeof name !== 'string') return false
    const words = wordsOf(name)
    if (words.length > 0 && words.every((word) => EVENT.has(word) || KIND.has(word)))
      return VALUES.some((at) => namesCall(words, object[at]))
    return isCallField(words) && areNothingElse(words) && ['state', 'status'].some((at) => saysYes(object[at], words))
  })

/** A value whose field is named beside it, in lists of measurements: SenseCAP, Tuya, SenML, and platforms that call it `variable`. */
function besideItsName(object: JsonObject): { words: Words; value: unknown } | undefined {
  const at = VALUES.find((name) => object[name] !== undefined)
  if (at === undefined) return undefined
  for (const each of NAMES) {
    const name = object[each]
    if (typeof name !== 'string') continue
    const words = wordsOf(name)
    const value = object[at]
    const isSure = each === 'variable' || at === 'measurementValue'
    // What kind of event it is, and a text of it.
    const isState = typeof value !== 'string' || saysNo(value) || saysYes(value)
    if (isSure || (isState && isCallField(words) && areNothingElse(words))) return { words, value }
  }
  return undefined
}

/**
 * True where a device's payload says that a person calls for help or fell, at its top or further within, as a truth value, a number or a
 * word. Settings, tests, what was before, and calls that are over say nothing.
 */
export const callsForHelp = (payload: unknown): boolean => new Search().finds(payload, [], false, 0)
