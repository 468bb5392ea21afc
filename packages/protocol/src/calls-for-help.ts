/**
 * How devices say that a person calls for help or fell: the words of their events and alarms, and the names of their fields. One list for
 * all senders. Source: decision 0066, which names the makers' documents.
 */
import { isJsonObject, type JsonObject, numberOf } from './values.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A word that calls for help wherever it stands, alone or grown together with what it is a part of. */
const CALL =
  /^(?:sos|panic|emergency|ecall|duress|distress|mayday|mandown|deadman|loneworker|fallen|fell|fall(?:down|detected|detection|alarm|alert|event))(?:alarm|alert|event|button|flag|call|key|signal|status|state|active|pressed|triggered|on)?\d{0,2}$/
/** Words that call for help one after the other. */
const CALL_OF_TWO =
  /^(?:(?:man|person) down|dead man|(?:fall|falls) (?:down|detected|detect|detection|alarm|alert|event|status|state|confirmed|suspected|start)|hard fall|(?:person|maybe) fall|lone worker|help (?:me|button|requested|request|alarm|call|event)|(?:call|need|needs|for) help|nurse call|medical (?:alarm|alert)|assistance (?:request|needed|call|button))$/
/** Words that call for help where nothing else is said; those of Chinese and Japanese stand without spaces. */
const CALL_ALONE = setOf(
  'fall help 求救 救命 救我 求助 緊急 紧急 緊急求救 緊急呼叫 緊急呼救 紧急求救 紧急呼叫 跌倒 摔倒 助けて たすけて 緊急通報 緊急呼出 転倒',
)
/** Words that take a call back, wherever they stand. */
const TAKES_BACK = setOf(
  'off inactive false end ended stop stopped clear cleared cancel cancelled canceled reset resolved released test testing tested ' +
    'disable disabled deactivate deactivated terminated finished completed restored recovered recovery dismissed answered closed expired ' +
    'ignored withdrawn acknowledged ack',
)
/** Words that do so in a name that calls, and say nothing of it beside it: a device may be idle, and its owner call. */
const NO_CALL = setOf('no non not none without normal enable enabled idle ok done')
/** The same, within words of Chinese and Japanese. */
const NO_CALL_WITHIN = /解除|取消|測試|测试|テスト|結束|结束|終了|停止|關閉|关闭|正常|復帰|不|沒|没|無|无/
/** Words that are about something else than the call itself, and of things that have its name. */
const ABOUT = setOf(
  'config configuration setting settings interval timeout count counter number contact contacts phone battery bat low time timestamp ' +
    'exit free light lights lighting heat heating brake braking kernel asleep sleep registered added online offline charging charged ' +
    'paired installed joined deleted updated cable plugged unplugged',
)
/** The same where a field is named so. */
const ABOUT_OF_FIELD = setOf(
  'numbers counts counters intervals contacts phones batteries threshold thresholds sensitivity delay duration period supported support ' +
    'available configured volume version times id index led buzzer repeat repeats retry retries limit max min last previous total history ' +
    'timer angle power door url num cnt seq rate frequency since ago voltage temperature',
)
/** Words of fields that hold what a device can do or is set to, and not what happened. */
const SETTINGS = setOf(
  'config configuration setting settings capability capabilities supported enabled threshold thresholds counter counters ' +
    'count counts contact contacts limit limits schedule test types',
)
/** What a field that is named for a call for help says where there is one. */
const YES = setOf(
  'true yes y on set active activated alarm alarming alert triggered trigger pressed press detected occurred start started raised',
)
/** A word of fields whose value names what happened. */
const EVENT = setOf(
  'event events alarm alarms alert alerts action trigger triggers reason cause notification state status',
)
/** The same of fields that name a kind: it is one only where nothing but the call is named, as a device may be called an SOS button. */
const KIND = setOf('type class kind message msg')
const OF_KIND = setOf('event alarm alert message report notification uplink start on active')
/** The same of a field that stands beside its value. */
const OF_FIELD = setOf('event alarm alert button key flag status state')
/** Fields of things that happen to the device or the air, by the same words: a processor panics, a pressure may fall. */
const ELSEWHERE = setOf('reset reboot restart boot crash pressure temperature humidity water trend edge')
/** Fields of an object that say how its event, its call or its button is. */
const OWN_STATES = setOf(
  'state status active action type phase value event_state event_status alarm_state alarm_status notification_type pressed triggered',
)
const STATES: ReadonlySet<string> = new Set([...OWN_STATES, ...setOf('event detected confirmed on flag alarm alert')])
/** Of an event named in them. */
const NAMES_OF_EVENT = setOf('name code title label')
/** Fields that name what stands beside them, and those it stands in. */
const NAMES = ['variable', 'type', 'name', 'key', 'n', 'field', 'parameter', 'measurement', 'code']
const VALUES = ['measurementValue', 'value', 'v', 'vb', 'val']
/** Dragino's trackers name the alarm of their button so; others tell of any alarm by its words. */
const ALARM_OF_BUTTON = 'alarm_status'
/** Fields of a button that say its press; of one of several only a word says it, as their numbers are often counters. */
const BUTTON = /^(?:(?:button|btn)(?:_(?:event|status|state|press|pressed))?|pressed)$/
/** The same by words alone: as a number it may be a pressure, or count. */
const PRESS = /^(?:press|click)$/
const BUTTON_OF_SEVERAL = /^button_?\d+(?:_(?:event|status|state))?$/
const PRESSES = setOf(
  'single double triple quadruple quintuple many long short hold press pressed click clicked push pushed trigger triggered',
)
const NO_PRESS = setOf('no none not release released stop stopped idle')
/** The event of a SenseCAP's button, where its name is left out. */
const SENSECAP_SOS = 7
/** Larger numbers are no yes: bytes of which nothing is known, numbers of telephones, times. */
const MOST_OF_YES = 100
/** Of a button's field: larger numbers count presses. */
const MOST_OF_PRESS = 9

const MAX_TEXT_LENGTH = 80
const MAX_VALUES = 512
const MAX_DEPTH = 8

/** The words of a text in lower case, however they are joined: `manDown`, `MAN_DOWN`, `Man down.`, and a script that joins them all. */
function wordsOf(text: string): readonly string[] {
  if (text.length > MAX_TEXT_LENGTH) return []
  return text
    .normalize('NFKC')
    .replace(/\bs[ .-]o[ .-]s\b/gi, 'SOS')
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .replace(/([A-Za-z0-9])(?=[^\p{ASCII}])|([^\p{ASCII}])(?=[A-Za-z0-9])/gu, '$1$2 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const deniesCall = (word: string): boolean =>
  TAKES_BACK.has(word) || NO_CALL.has(word) || ABOUT.has(word) || NO_CALL_WITHIN.test(word)

function areCall(words: readonly string[]): boolean {
  if (words.some(deniesCall)) return false
  if (words.length === 1 && CALL_ALONE.has(words[0]!)) return true
  return words.some((word, index) => CALL.test(word) || CALL_OF_TWO.test(`${word} ${words[index + 1]}`))
}

/** True for the name of a field in which a call for help is told: its mode is a setting, and not the call. */
const isCallField = (words: readonly string[]): boolean =>
  areCall(words) && !words.includes('mode') && !words.some((word) => ABOUT_OF_FIELD.has(word))

/** True where an event or alarm of this name is a person who calls for help or fell; several are separated by commas and the like. */
export const isCallForHelp = (event: unknown): boolean =>
  typeof event === 'string' && event.split(/[,;|+&/\n]/, 32).some((one) => areCall(wordsOf(one)))

/** True where an action of a switch is a press of one of its buttons; releases, turns and commands to lamps are none. */
export function isPress(action: unknown): boolean {
  const words = typeof action === 'string' ? wordsOf(action) : []
  return words.some((word) => PRESSES.has(word)) && !words.some((word) => NO_PRESS.has(word))
}

/** Whether a field that is named for a call for help says that there is one. */
function saysYes(value: unknown): boolean {
  const number = numberOf(value)
  if (number !== undefined) return Number.isInteger(number) && number >= 1 && number <= MOST_OF_YES
  if (typeof value !== 'string') return value === true
  const words = wordsOf(value)
  return areCall(words) || (words.length > 0 && words.every((word) => YES.has(word)))
}

const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(?:true|yes)$/i.test(value))

/** Whether a button's field says that it was pressed, by a word. */
const saysPress = (value: unknown): boolean => isPress(value) || value === true

/** The same, or by a number. */
const saysPressOrCount = (value: unknown): boolean =>
  saysPress(value) || (typeof value === 'number' ? saysYes(value) && value <= MOST_OF_PRESS : isTrue(value))

/** No more of an object is looked at than of a payload. */
const entriesOf = (object: JsonObject) => Object.entries(object).slice(0, MAX_VALUES)

/** An object that says of itself that it is a test, or was taken back. */
const isTakenBack = (object: JsonObject): boolean =>
  entriesOf(object).some(([name, value]) => {
    const words = wordsOf(name)
    const isOfCall = words.length === 1 || (words.length === 2 && (words[0] === 'is' || areCall(words.slice(0, 1))))
    return isOfCall && /^(?:test|cancell?ed|cleared|resolved)$/.test(words.at(-1)!) && saysYes(value)
  })

/** Words that take the call back and say nothing else: that something else of the device is off takes nothing back. */
function areTakingBack(words: readonly string[]): boolean {
  const others = words.filter((word) => !TAKES_BACK.has(word))
  return others.length < words.length && (others.every((word) => OF_FIELD.has(word)) || areCall(others))
}

/** An object that says of its own event that it is over. */
const isOver = (object: JsonObject): boolean =>
  entriesOf(object).some(([name, value]) => {
    const field = wordsOf(name).join('_')
    if (field === 'active') return value === false || value === 0
    return OWN_STATES.has(field) && typeof value === 'string' && areTakingBack(wordsOf(value))
  })

/** True for words that say nothing but the call, and what it is. */
const areNothingElse = (words: readonly string[], around: ReadonlySet<string>): boolean =>
  areCall(words) && words.every((word) => around.has(word) || areCall([word]))

/** A field whose value is the name of an event. */
function namesCall(words: readonly string[], value: unknown): boolean {
  if (typeof value !== 'string' || words.some((word) => ELSEWHERE.has(word) || SETTINGS.has(word))) return false
  if (words.some((word) => EVENT.has(word))) return isCallForHelp(value)
  return words.some((word) => KIND.has(word)) && areNothingElse(wordsOf(value), OF_KIND)
}

type Says = (value: unknown) => boolean

/** How a field's value says that there is a call; undefined: by being the name of an event. */
function saysOf(words: readonly string[]): Says | undefined {
  const field = words.join('_')
  if (field === ALARM_OF_BUTTON) return isTrue
  if (isCallField(words)) return saysYes
  if (BUTTON.test(field)) return saysPressOrCount
  if (PRESS.test(field)) return saysPress
  return BUTTON_OF_SEVERAL.test(field) ? isPress : undefined
}

/** Walks through a payload until something in it calls for help. */
class Search {
  #left = MAX_VALUES

  /** `words` name the field that holds the value; `isOver`: its object says that its event is over. */
  finds(value: unknown, words: readonly string[], isOver: boolean, depth: number, says = saysOf(words)): boolean {
    this.#left -= 1
    if (this.#left < 0 || depth > MAX_DEPTH) return false
    if (Array.isArray(value)) return value.some((one) => this.finds(one, words, isOver, depth + 1, says))
    if (isJsonObject(value)) return this.#findsIn(value, words, depth, says)
    return says === undefined ? !isOver && namesCall(words, value) : says(value)
  }

  #findsIn(object: JsonObject, words: readonly string[], depth: number, says: Says | undefined): boolean {
    if (isTakenBack(object)) return false
    const told = besideItsName(object)
    if (told !== undefined) return this.finds(told.value, told.words, false, depth + 1)
    if (words.join('_') === 'event_status' && object.eventName === undefined && object.id === SENSECAP_SOS) return true
    const over = isOver(object)
    const isEvent = words.some((word) => EVENT.has(word))
    return entriesOf(object).some(([name, inner]) => {
      const field = wordsOf(name)
      if (typeof inner === 'object' && field.some((word) => SETTINGS.has(word))) return false
      const joined = field.join('_')
      const asked = isEvent && NAMES_OF_EVENT.has(joined) ? words : field
      const inherited = STATES.has(joined) ? says : undefined
      return this.finds(inner, asked, over, depth + 1, inherited ?? saysOf(asked))
    })
  }
}

/** A value whose field is named beside it, in lists of measurements: SenseCAP, Tuya, SenML, and platforms that call it `variable`. */
function besideItsName(object: JsonObject): { words: readonly string[]; value: unknown } | undefined {
  const at = VALUES.find((name) => object[name] !== undefined)
  if (at === undefined) return undefined
  for (const each of NAMES) {
    const name = object[each]
    if (typeof name !== 'string') continue
    const words = wordsOf(name)
    const value = object[at]
    const isSure = each === 'variable' || at === 'measurementValue'
    // What kind of event it is, and a text of it.
    const isState = typeof value !== 'string' || numberOf(value) !== undefined || saysYes(value)
    if (isSure || (isState && isCallField(words) && areNothingElse(words, OF_FIELD))) return { words, value }
  }
  return undefined
}

/**
 * True where a device's payload says that a person calls for help or fell, at its top or further within, as a truth value, a number or a
 * word. Settings, tests, and calls that are over say nothing.
 */
export const callsForHelp = (payload: unknown): boolean => new Search().finds(payload, [], false, 0)
