/**
 * How devices say that a person calls for help or fell: the words of their events and alarms, and the names of their fields. One list for
 * all senders. Source: decision 0066, which names the makers' documents.
 */
import { isJsonObject, type JsonObject, numberOf } from './values.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A word that calls for help wherever it stands, alone or grown together with what it is a part of. */
const CALL =
  /^(?:sos|panic|emergency|duress|distress|mayday|mandown|loneworker|fallen|fell|fall(?:down|detected|detection|alarm|alert|event))(?:alarm|alert|event|button|flag|call|key|signal|status|state|active|pressed)?$/
/** Words that call for help one after the other. */
const CALL_OF_TWO =
  /^(?:(?:man|person) down|(?:fall|falls) (?:down|detected|detect|detection|alarm|alert|event|status|state)|(?:person|maybe) fall|lone worker|help (?:me|button|request|alarm|call|event)|(?:call|need|needs) help)$/
/** Words that call for help where nothing else is said. */
const CALL_ALONE = setOf('fall help')
/** Words that take a call back. */
const CALLED_OFF = setOf(
  'off no none not normal end ended stop stopped clear cleared cancel cancelled canceled inactive false reset resolved ' +
    'released release test testing tested disable disabled enable enabled idle ok done acknowledged ack',
)
/** Words of fields that are about something else than the call itself, and of things that have its name. */
const ABOUT = setOf(
  'config configuration setting settings interval timeout count counter number contact contacts phone battery bat low time timestamp ' +
    'exit free light lights',
)
/** What a field that is named for a call for help says where there is one. */
const YES = setOf(
  'true yes on active activated alarm alarming alert triggered trigger pressed press detected occurred start started raised',
)
/** A word of fields whose value names what happened. */
const EVENT = setOf('event events alarm alarms alert alerts action trigger reason cause notification state status')
/** The same of fields that name a kind: it is one only where nothing but the call is named, as a device may be called an SOS button. */
const KIND = setOf('type class kind message msg')
const OF_KIND = setOf('event alarm alert message report notification uplink start on active')
/** Fields of an object that say how its event, its call or its button is. */
const STATES = setOf('state status active action type phase value event_state notification_type pressed triggered')
/** Dragino's trackers name the alarm of their button so. */
const ALARM_OF_BUTTON = 'alarm_status'
/** Fields of a button that say its press; of one of several only a word says it, as their numbers are often counters. */
const BUTTON = /^(?:button(?:_(?:event|status|state|press|pressed))?|press|pressed|click)$/
const BUTTON_OF_SEVERAL = /^button_?\d+(?:_(?:event|status|state))?$/
const PRESSES = setOf(
  'single double triple quadruple quintuple many long short hold press pressed click clicked push pushed',
)
const NO_PRESS = setOf('no none not release released stop stopped idle')
/** The event of a SenseCAP's button, where its name is left out. */
const SENSECAP_SOS = 7
/** How bytes say that nothing is known. */
const UNKNOWN_BYTE = 255

const MAX_TEXT_LENGTH = 80
const MAX_VALUES = 512
const MAX_DEPTH = 8

/** The words of a text in lower case, however they are joined: `manDown`, `MAN_DOWN`, `Man down.` */
function wordsOf(text: string): readonly string[] {
  if (text.length > MAX_TEXT_LENGTH) return []
  return text
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function areCall(words: readonly string[]): boolean {
  if (words.some((word) => CALLED_OFF.has(word) || ABOUT.has(word))) return false
  if (words.length === 1 && CALL_ALONE.has(words[0]!)) return true
  return words.some((word, index) => CALL.test(word) || CALL_OF_TWO.test(`${word} ${words[index + 1]}`))
}

/** True for the name of a field in which a call for help is told: its mode is a setting, and not the call. */
const isCallField = (words: readonly string[]): boolean => areCall(words) && !words.includes('mode')

/** True where an event or alarm of this name is a person who calls for help or fell; several are separated by commas. */
export const isCallForHelp = (event: unknown): boolean =>
  typeof event === 'string' && event.split(/[,;|]/, 32).some((one) => areCall(wordsOf(one)))

/** True where an action of a switch is a press of one of its buttons; releases, turns and commands to lamps are none. */
export function isPress(action: unknown): boolean {
  const words = typeof action === 'string' ? wordsOf(action) : []
  return words.some((word) => PRESSES.has(word)) && !words.some((word) => NO_PRESS.has(word))
}

/** Whether a field that is named for a call for help says that there is one. */
function saysYes(value: unknown): boolean {
  const number = numberOf(value)
  if (number !== undefined) return number >= 1 && number !== UNKNOWN_BYTE
  if (typeof value !== 'string') return value === true
  const words = wordsOf(value)
  return areCall(words) || (words.length > 0 && words.every((word) => YES.has(word)))
}

/** Whether a button's field says that it was pressed. */
const saysPress = (value: unknown): boolean => isPress(value) || (typeof value !== 'string' && saysYes(value))

/** An object that says of its own event that it is over, or a test. */
const isCalledOff = (object: JsonObject): boolean =>
  Object.entries(object).some(([name, value]) => {
    const field = wordsOf(name).join('_')
    if (field === 'test') return saysYes(value)
    if (field === 'active') return value === false || value === 0
    return STATES.has(field) && typeof value === 'string' && wordsOf(value).some((word) => CALLED_OFF.has(word))
  })

/** A field whose value is the name of an event. */
function namesCall(words: readonly string[], value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (words.some((word) => EVENT.has(word))) return isCallForHelp(value)
  const named = wordsOf(value)
  return (
    words.some((word) => KIND.has(word)) &&
    areCall(named) &&
    named.every((word) => OF_KIND.has(word) || areCall([word]))
  )
}

type Says = (value: unknown) => boolean

/** How a field's value says that there is a call; undefined: by being the name of an event. */
function saysOf(words: readonly string[]): Says | undefined {
  const field = words.join('_')
  if (field === ALARM_OF_BUTTON || isCallField(words)) return saysYes
  if (BUTTON.test(field)) return saysPress
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
    // Lists of measurements tell the name of a field beside its value: SenseCAP, and platforms that call it `variable`.
    const { type, variable, measurementValue, value } = object
    const named = measurementValue === undefined ? variable : type
    if (typeof named === 'string') return this.finds(measurementValue ?? value, wordsOf(named), false, depth + 1)
    if (words.join('_') === 'event_status' && object.eventName === undefined && object.id === SENSECAP_SOS) return true
    const isOver = isCalledOff(object)
    return Object.entries(object).some(([name, inner]) => {
      const field = wordsOf(name)
      const inherited = STATES.has(field.join('_')) ? says : undefined
      return this.finds(inner, field, isOver, depth + 1, inherited ?? saysOf(field))
    })
  }
}

/**
 * True where a device's payload says that a person calls for help or fell, at its top or further within, as a truth value, a number or a
 * word. Settings, tests, and calls that are over say nothing.
 */
export const callsForHelp = (payload: unknown): boolean => new Search().finds(payload, [], false, 0)
