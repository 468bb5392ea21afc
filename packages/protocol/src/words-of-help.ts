/**
 * The words of a call for help, one table for all senders: what calls, what takes it back, what is about something else, and how a field
 * says yes. Source: decision 0066, which names the makers' documents.
 */
import { numberOf } from './values.ts'

type Words = readonly string[]
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A word that calls for help wherever it stands, alone or grown together with what it is a part of. */
const CALL =
  /^(?:sos|panic|emergency|ecall|duress|distress|mayday|mandown|deadman|loneworker|fallen|fell|fall(?:down|detected|detection|alarm|alert|event))(?:alarm|alert|event|button|flag|call|key|signal|status|state|active|pressed|triggered|on)?\d{0,2}$/
/** Words that call for help one after the other. */
const CALL_OF_TWO =
  /^(?:(?:man|person) down|dead man|(?:fall|falls) (?:down|detected|detect|detection|alarm|alert|event|status|state|confirmed|suspected|start)|hard fall|(?:person|maybe) fall|lone worker|help (?:me|button|requested|request|alarm|call|event|report)|(?:call|need|needs|for) help|nurse call|call button|pull cord|medical (?:alarm|alert)|assistance (?:request|needed|call|button))$/
/** Words that call for help where nothing else is said. */
const CALL_ALONE = setOf('fall help assistance')
/** That a person does not move, joined of two words: an alarm of it is a call, as lone-worker devices mean it; as a state it is none. */
const STILL = setOf('nomotion nomovement motionless immobile immobility inactivity')
const MOTIONS = setOf('motion movement')
const ALARMS = setOf('alarm alarms alert alerts')
/** Words of Chinese and Japanese that call for help; they stand without spaces. */
const CJK_CALL =
  /求救|求助|呼救|救命|救我|救助|緊急|紧急|非常|跌倒|摔倒|倒地|転倒|助けて|たすけて|ヘルプ|ナースコール|SOS/g
/** What may stand beside them. */
const CJK_AROUND =
  /報警|报警|告警|警報|警报|アラーム|呼叫|呼出し?|通報|コール|信號|信号|事件|イベント|事態|要請|按鈕|按钮|按鍵|按键|ボタン|一鍵|一键|人員|人员|檢測|检测|検知|検出|發生|发生|発生|觸發|触发|按下|押下|された|しました|疑似|状態|状态|狀態|[已到了中を]/g
/** Words that take a call back, wherever they stand. */
const TAKES_BACK = setOf(
  'off inactive false end ended stop stopped clear cleared cancel cancelled canceled reset resolved released test testing tested ' +
    'disable disabled deactivate deactivated terminated finished completed restored recovered recovery dismissed answered closed expired ' +
    'ignored withdrawn acknowledged ack drill exercise simulated simulation demo',
)
/** Words that do so in a name that calls, and say nothing of it beside it: a device may be idle, and its owner call. */
const NO_CALL = setOf('no non not none without normal enable enabled idle ok done n 0 00')
/** Both, within words of Chinese and Japanese. */
const CJK_NO_CALL =
  /解除|取消|測試|测试|テスト|訓練|训练|演習|演练|演練|誤報|误报|結束|结束|終了|停止|關閉|关闭|正常|復帰|なし|オフ|いいえ|不|沒|没|無|无|否/
/** Words that are about something else than the call itself, and of things that have its name. */
const ABOUT = setOf(
  'config configuration setting settings interval timeout count counter number contact contacts phone battery bat low time timestamp ' +
    'exit free light lights lighting heat heating brake braking asleep sleep registered added online offline charging charged ' +
    'paired installed joined deleted updated update ota cable plugged unplugged connected disconnected ready armed standby supported ' +
    'available fault malfunction vehicle generator shutdown bar fw firmware version kernel core cpu crash watchdog exception boot reboot restart',
)
/** The same where a field is named so. */
const ABOUT_OF_FIELD = setOf(
  'numbers counts counters intervals contacts phones batteries threshold thresholds sensitivity delay duration period support ' +
    'configured volume times id index led buzzer tone repeat repeats retry retries limit max min last previous prev old total history ' +
    'timer angle power door url num nb cnt seq rate frequency since ago voltage temperature mode score probability confidence level ' +
    'function sensor presses command cmd downlink desired hardware model sw build seconds sec minutes mask notify sms gps strategy ts ' +
    'today totals stats ring vibrate',
)
/** The same in Chinese and Japanese. */
const CJK_ABOUT =
  /电量|電量|电池|電池|残量|次数|次數|计数|計數|回数|时间|時間|间隔|間隔|号码|號碼|番号|連絡先|联系人|聯絡人|设置|設定|阈值|閾値|灵敏度|靈敏度|感度/
const CJK_ABOUT_OF_FIELD = /模式|モード|功能|機能/
/** Of these a number is a setting or a counter, as for how long a key must be held. */
const SETTING_AS_NUMBER = setOf('hold type action press events switch')
/** Of these `on` is a setting. */
const SETTING_AS_SWITCH = setOf('switch')
/** What a field that is named for a call for help says where there is one. */
const YES = setOf(
  'true t yes y on set active activated alarm alarming alert triggered trigger pressed press detected occurred start started begin raised open ' +
    'button manual manually user key 1',
)
/** Larger numbers are no yes: bytes of which nothing is known, numbers of telephones, times. */
const MOST_OF_YES = 100
/** Of a button's field: larger numbers count presses. */
const MOST_OF_PRESS = 9
const PRESSES = setOf(
  'single double triple quadruple quintuple many long short hold press pressed click clicked push pushed trigger triggered',
)
const NO_PRESS = setOf('no none not release released stop stopped idle')
/** What may stand beside a call in a field that stands beside its value. */
const OF_FIELD = setOf('event alarm alert button key flag status state')
const MAX_TEXT_LENGTH = 80
const MAX_PARTS = 32
const HEX = /^0x[0-9a-f]{1,8}$/i

/** The words of a text in lower case, however they are joined: `manDown`, `MAN_DOWN`, `Man down.`, and a script that joins them all. */
export function wordsOf(text: string): Words {
  if (text.length > MAX_TEXT_LENGTH) return []
  const words = text
    .normalize('NFKC')
    .replace(/\bs[ .-]o[ .-]s\b/gi, 'SOS')
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .replace(/([A-Za-z0-9])(?=[^\p{ASCII}])|([^\p{ASCII}])(?=[A-Za-z0-9])/gu, '$1$2 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
  const isStill = (index: number) => /^non?$/.test(words[index] ?? '') && MOTIONS.has(words[index + 1] ?? '')
  return words.flatMap((word, index) => (isStill(index) ? `no${words[index + 1]}` : isStill(index - 1) ? [] : word))
}

/** The texts of several events in one, which are separated by commas and the like. */
export const partsOf = (text: string): readonly string[] => text.split(/[,;|+&/\n、，；。]/, MAX_PARTS)

const deniesCall = (word: string): boolean =>
  TAKES_BACK.has(word) || NO_CALL.has(word) || ABOUT.has(word) || CJK_NO_CALL.test(word) || CJK_ABOUT.test(word)

const isCjkCall = (word: string): boolean => {
  const rest = word.replace(CJK_CALL, '')
  return rest.length < word.length && rest.replace(CJK_AROUND, '') === ''
}

const areStillAlarm = (words: Words): boolean =>
  words.some((word) => STILL.has(word)) && words.some((word) => ALARMS.has(word))

/** True for words that call for help. */
export function areCall(words: Words): boolean {
  if (words.some(deniesCall)) return false
  if (words.length === 1 && CALL_ALONE.has(words[0]!)) return true
  if (words.some(isCjkCall) || areStillAlarm(words)) return true
  return words.some((word, index) => CALL.test(word) || CALL_OF_TWO.test(`${word} ${words[index + 1]}`))
}

/** True for the name of a field in which a call for help is told: its mode is a setting, and not the call. */
export const isCallField = (words: Words): boolean =>
  areCall(words) && !words.some((word) => ABOUT_OF_FIELD.has(word) || CJK_ABOUT_OF_FIELD.test(word))

/** The word for an alarm beside words that say that a person does not move, within an object of alarms. */
export const asAlarm = (words: Words): Words => (words.some((word) => STILL.has(word)) ? [...words, 'alarm'] : words)

/** A number, also of hex digits and of broad ones. */
function numberIn(value: unknown): number | undefined {
  if (typeof value !== 'string') return numberOf(value)
  if (value.length > MAX_TEXT_LENGTH) return undefined
  const text = value.normalize('NFKC').trim()
  return HEX.test(text) ? Number(text) : numberOf(text)
}

/** True where an action of a switch is a press of one of its buttons; releases, turns and commands to lamps are none. */
export function isPress(action: unknown): boolean {
  const words = typeof action === 'string' ? wordsOf(action) : []
  return words.some((word) => PRESSES.has(word)) && !words.some((word) => NO_PRESS.has(word))
}

/** Words of Chinese and Japanese that say of what happens that it does: `已触发`, `報警中`. */
const CJK_YES = /^(?:是|有り?|真|开|開|はい|あり|オン|激活|作動|発報)+$/
const isCjkYes = (word: string): boolean => {
  if (CJK_NO_CALL.test(word) || /^\p{ASCII}+$/u.test(word)) return false
  const rest = word.replace(CJK_AROUND, '')
  return rest === '' || CJK_YES.test(rest)
}

const isYes = (value: unknown, most: number): boolean => {
  const number = numberIn(value)
  if (number !== undefined) return Number.isInteger(number) && number >= 1 && number <= most
  if (typeof value !== 'string') return value === true
  const words = wordsOf(value)
  return areCall(words) || (words.length > 0 && words.every((word) => YES.has(word) || isCjkYes(word)))
}

/** Whether a field that is named for a call for help says that there is one; `field`: its words. */
export function saysYes(value: unknown, field: Words = []): boolean {
  const isSettingAsNumber = field.some((word) => SETTING_AS_NUMBER.has(word)) && numberIn(value) !== undefined
  if (isSettingAsNumber || (field.some((word) => SETTING_AS_SWITCH.has(word)) && !isPress(value))) return false
  return isYes(value, areStillAlarm(field) ? 1 : MOST_OF_YES) || isPress(value)
}

/** Whether a value says that there is nothing. */
export function saysNo(value: unknown): boolean {
  if (value === false || numberIn(value) === 0) return true
  const words = typeof value === 'string' ? wordsOf(value) : []
  return words.length > 0 && words.every((word) => TAKES_BACK.has(word) || NO_CALL.has(word) || CJK_NO_CALL.test(word))
}

/** True where a button that is named for anything was pressed, unless it is for the device itself. */
export const saysPressOf =
  (field: Words) =>
  (value: unknown): boolean =>
    isPress(value) && !field.some((word) => deniesCall(word) || ABOUT_OF_FIELD.has(word) || PRESSES.has(word))

/** True for a truth value or its word, and for no number. */
export const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(?:true|yes)$/i.test(value))

/** Whether the value of a button's field is a word for a press, or true. */
export const saysPress = (value: unknown): boolean => isPress(value) || value === true

/** The same, or a small number. */
export const saysPressOrCount = (value: unknown): boolean =>
  saysPress(value) || isTrue(value) || (numberIn(value) !== undefined && isYes(value, MOST_OF_PRESS))

/** Words that take the call back and say nothing else: that something else of the device is off takes nothing back. */
export function areTakingBack(words: Words): boolean {
  const isBack = (word: string) => TAKES_BACK.has(word) || CJK_NO_CALL.test(word)
  const others = words.filter((word) => !isBack(word))
  return others.length < words.length && (others.every((word) => OF_FIELD.has(word)) || areCall(others))
}

/** True for words that say nothing but the call, and what it is. */
export const areNothingElse = (words: Words, around: ReadonlySet<string> = OF_FIELD): boolean =>
  areCall(words) && words.every((word) => around.has(word) || areCall([word]) || STILL.has(word))
