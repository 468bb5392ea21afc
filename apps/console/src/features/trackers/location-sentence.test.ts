import { LOCALES } from '@whereabouts/contract/locales'
import type { Tracker } from '@whereabouts/contract/trackers'
import { LIVE_REASON_CODES, type ReasonCode, staleReasonCode } from '@whereabouts/domain/trackers'
import { afterEach, expect, test } from 'vitest'
import { addTexts, setLocale, t } from '../../lib/i18n.ts'
import { trackers } from '../../locales/trackers.ts'
import { givenTracker, NOW } from '../live/given.ts'
import { locationLine, locationSentence, placeBeside, whereSentence } from './location-sentence.ts'

addTexts(trackers)
afterEach(() => setLocale('en-us'))

const seen = (reason_code: ReasonCode, reason_data: object = { phone_name: 'Anna' }, sender = 'phone-1'): Tracker =>
  givenTracker('G3-1', {
    qualified_location_info: {
      sender_device_id: sender,
      reason_code,
      reason_data,
      gps_latitude: null,
      gps_longitude: null,
      accuracy: null,
      scanned_at_ms: NOW * 1000,
    },
  })

test('each code tells its text: 11 is near the sender, every other one connected to it [TRK-03, TRK-06, TRK-07]', () => {
  expect(LIVE_REASON_CODES.map((code) => [code, locationSentence(t, seen(code))])).toEqual([
    [2, 'Connected to Anna'],
    [3, 'Connected to Anna'],
    [5, 'Connected to Anna'],
    [6, 'Connected to Anna'],
    [10, 'Connected to Anna'],
    [11, 'Near Anna'],
    [12, 'Connected to Anna'],
  ])
})

test('a code and 400 more tell the same, the latter as a memory [TRK-04]', () => {
  for (const code of LIVE_REASON_CODES) {
    const now = locationSentence(t, seen(code))
    const then = locationSentence(t, seen(staleReasonCode(code)))
    expect(then).toBe(`Last ${now.charAt(0).toLowerCase()}${now.slice(1)}`)
  }
})

test('a phone that reports itself is online or offline, and nothing else [TRK-05]', () => {
  const self = seen(5, {}, 'G3-1')
  expect(locationSentence(t, { ...self, connected: true })).toBe('Online')
  expect(locationSentence(t, { ...self, connected: false })).toBe('Offline')
})

test('the sender is named by its phone, else its station, else its id', () => {
  expect(locationSentence(t, seen(2, { station_name: '2F East' }))).toBe('Connected to 2F East')
  expect(locationSentence(t, seen(2, {}, 'T4-1'))).toBe('Connected to T4-1')
  expect(locationLine(t, seen(6, {}, ''))).toBe('a phone of another account')
})

test.each([
  ['en-us', 'Near Anna', 'Last connected to Anna', 'No location yet'],
  ['zh-tw', '在 Anna 附近', '最後連線至 Anna', '尚無位置'],
  ['ja-jp', 'Annaの近く', '最後はAnnaに接続', '位置情報はまだありません'],
] as const)('in %s the place is told in its own words', (locale, near, wasConnected, none) => {
  expect(LOCALES).toContain(locale)
  setLocale(locale)
  expect(locationSentence(t, seen(11))).toBe(near)
  expect(locationSentence(t, seen(402))).toBe(wasConnected)
  expect(locationSentence(t, givenTracker('G3-1'))).toBe(none)
})

test.each([
  ['en-us', 'At Day room', 'Last at Day room'],
  ['zh-tw', '在「Day room」', '最後在「Day room」'],
  ['ja-jp', '「Day room」にいます', '最後は「Day room」にいました'],
] as const)(
  'in %s who is heard by a station is at its place, and who is near a phone is told by the phone',
  (locale, at, wasAt) => {
    setLocale(locale)
    expect(whereSentence(t, seen(2, { station_name: 'Day room' }))).toBe(at)
    expect(whereSentence(t, seen(402, { station_name: 'Day room' }))).toBe(wasAt)
    for (const other of [seen(2), seen(11, { station_name: 'Day room' }), givenTracker('G3-1')])
      expect(whereSentence(t, other)).toBe(locationSentence(t, other))
  },
)

test.each([
  [
    'en-us',
    ['In 2F East dining hall or corridor 3', 'Last in 2F East dining hall or corridor 3'],
    '2F East dining hall or corridor 3 · Hinoki Garden',
  ],
  [
    'zh-tw',
    ['在「2F East dining hall」或「corridor 3」', '最後在「2F East dining hall」或「corridor 3」'],
    '2F East dining hall或corridor 3・Hinoki Garden',
  ],
  [
    'ja-jp',
    [
      '「2F East dining hall」または「corridor 3」にいます',
      '最後は「2F East dining hall」または「corridor 3」にいました',
    ],
    '2F East dining hallまたはcorridor 3・Hinoki Garden',
  ],
] as const)('in %s somebody in one of two rooms is told to be in one or the other', (locale, [now, then], line) => {
  setLocale(locale)
  const place = {
    ...{ station_name: '2F East corridor 3', indoor_map_name: 'Hinoki Garden 2F East' },
    rooms: ['2F East dining hall', '2F East corridor 3'],
  }
  expect(whereSentence(t, seen(2, place))).toBe(now)
  expect(whereSentence(t, seen(402, place))).toBe(then)
  expect(locationLine(t, seen(2, place))).toBe(line)
})

test.each([
  [['Room 205'], 'At Room 205'],
  [['Room 205', 'Room 206'], 'In Room 205 or Room 206'],
  [['Ward', 'Ward'], 'In Ward or Ward'],
  [['Day room', 'Day room terrace'], 'In Day room or terrace'],
])('of %s is told %s, whatever station heard it best', (rooms, sentence) => {
  expect(whereSentence(t, seen(2, { station_name: 'Corridor', rooms }))).toBe(sentence)
})

test('a line of the list names sender and place; what is only remembered says so', () => {
  const place = { station_name: 'Day room', indoor_map_name: 'Hinoki 2F' }
  expect(locationLine(t, seen(2, place))).toBe('Day room · Hinoki 2F')
  expect(locationLine(t, seen(402, place))).toBe('Last at Day room · Hinoki 2F')
  expect(locationLine(t, seen(11, place))).toBe('Near Day room · Hinoki 2F')
})

test.each([
  ['Hinoki Garden 2F East', '2F East dining hall', 'Hinoki Garden'],
  ['Tamano General 3F Ward B', 'Ward B corridor 1', 'Tamano General 3F'],
  ['2F East', '2F East dining hall', undefined],
  ['Hinoki Garden 2F', 'Day room', 'Hinoki Garden 2F'],
  ['Garden Eastern', 'Eastern', 'Garden'],
  ['Garden East', 'Eastern door', 'Garden East'],
  ['檜木花園 2樓', '2樓餐廳', '檜木花園'],
  ['ひのき園2階', '2階食堂', 'ひのき園'],
])('on %s the place of %s is told once: beside it stands %s', (indoor_map_name, station_name, beside) => {
  expect(placeBeside(seen(2, { indoor_map_name, station_name }))).toBe(beside)
})
