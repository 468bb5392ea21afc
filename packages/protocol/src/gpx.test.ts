/** Every track is valid by the schema of GPX 1.1: its elements, their order, their types. Source: topografix.com/GPX/1/1/gpx.xsd. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gpxOf } from './gpx.ts'

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
}

/** Children in the order of the schema; `*`: any number of them. */
const WAYPOINT =
  'ele time magvar geoidheight name cmt desc src link* sym type fix sat hdop vdop pdop ageofdgpsdata dgpsid extensions'
const SEQUENCES: Readonly<Record<string, string>> = {
  gpx: 'metadata wpt* rte* trk* extensions',
  metadata: 'name desc author copyright link* time keywords bounds extensions',
  wpt: WAYPOINT,
  trk: 'name cmt desc src link* number type extensions trkseg*',
  trkseg: 'trkpt* extensions',
  trkpt: WAYPOINT,
  name: '',
  time: '',
}
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  gpx: ['version', 'creator', 'xmlns'],
  wpt: ['lat', 'lon'],
  trkpt: ['lat', 'lon'],
}
/** What XML 1.0 calls a character. */
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const ENTITIES = /&(?:amp|lt|gt|quot|apos);/g
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** The elements of a document without comments and CDATA; throws where it is not well-formed. */
function parse(document: string): Element {
  expect(document).toMatch(CHARACTERS)
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  expect(body).not.toBe(document)
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const inner = open.at(-1)!
    if (!token.startsWith('<')) {
      expect(token.replace(ENTITIES, '')).not.toMatch(/[&>]/)
      inner.text += token
    } else if (token.startsWith('</')) {
      expect(token).toBe(`</${inner.name}>`)
      open.pop()
    } else {
      const [, name, written] = /^<([a-z]+)((?: [a-z]+="[^"<]*")*)>$/.exec(token)!
      const attributes = new Map([...written!.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]))
      const element: Element = { name: name!, attributes, children: [], text: '' }
      inner.children.push(element)
      open.push(element)
    }
  }
  expect(open).toEqual([root])
  expect(root.children).toHaveLength(1)
  return root.children[0]!
}

function expectSequence({ name, children }: Element): void {
  const steps = SEQUENCES[name]!.split(' ')
  let at = 0
  for (const child of children) {
    const found = steps.findIndex((step, index) => index >= at && step.replace('*', '') === child.name)
    expect([name, child.name, found >= 0]).toEqual([name, child.name, true])
    at = steps[found]!.endsWith('*') ? found : found + 1
  }
}

function expectValid(element: Element): void {
  const { name, attributes, children, text } = element
  expect(Object.keys(SEQUENCES)).toContain(name)
  expectSequence(element)
  expect([...attributes.keys()]).toEqual(ATTRIBUTES[name] ?? [])
  if (name === 'gpx') {
    expect(attributes.get('version')).toBe('1.1')
    expect(attributes.get('xmlns')).toBe('http://www.topografix.com/GPX/1/1')
  }
  if (attributes.has('lat')) {
    const [lat, lon] = [attributes.get('lat')!, attributes.get('lon')!]
    expect([lat, lon]).toEqual([expect.stringMatching(DECIMAL), expect.stringMatching(DECIMAL)])
    expect([Math.abs(+lat) <= 90, +lon >= -180 && +lon < 180]).toEqual([true, true])
  }
  if (name === 'time') {
    expect(text).toMatch(DATE_TIME)
    expect(Date.parse(text)).not.toBeNaN()
  } else if (name !== 'name') expect(text.trim()).toBe('')
  children.forEach(expectValid)
}

const point = fc.record({
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, -0, 90, 1e-9)),
  longitude: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 179.99999997, 179.9999999, -179.99999999, -1e-12),
  ),
  // To the end of the year 9999.
  atMs: fc.integer({ min: 0, max: 253_402_300_799_999 }),
})
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(']]>', '<b>&amp;"', "'", '\u0000\u001b', '\ufffe\uffff', '\ud800', '', '\u202e'),
)

test('every track is valid', () => {
  const parts = fc.array(fc.array(point, { maxLength: 4 }), { maxLength: 3 })
  const stops = fc.array(
    fc.tuple(point, name).map(([at, called]) => ({ ...at, name: called })),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(name, parts, stops, (called, ways, places) => {
      const written = Buffer.from(gpxOf({ name: called, parts: ways, stops: places, madeAtMs: 0 }))
      expectValid(parse(written.toString()))
    }),
  )
})

test('the check finds what the schema forbids', () => {
  const good = gpxOf({
    name: 'Ferry',
    parts: [[{ latitude: 1, longitude: 2, atMs: 0 }]],
    stops: [{ latitude: 1, longitude: 2, atMs: 0, name: 'Pier' }],
    madeAtMs: 0,
  })
  const time = '<time>1970-01-01T00:00:00.000Z</time>'
  const bad = [
    good.replace(`${time}<name>Pier</name>`, `<name>Pier</name>${time}`),
    good.replace('lon="2.0000000"', 'lon="180.0000000"'),
    good.replace('lat="1.0000000"', 'lat="1e0"'),
    good.replace('1970', '+010000'),
    good.replace('</trkseg>', ''),
    good.replace('Pier', 'Pier & quay'),
    good.replace('<trk>', '<metadata></metadata><trk>'),
    good.replace('version="1.1"', 'version="1.0"'),
  ]
  const isValid = (gpx: string) => {
    try {
      expectValid(parse(gpx))
      return true
    } catch {
      return false
    }
  }
  expect([good, ...bad].map(isValid)).toEqual([true, ...bad.map(() => false)])
})
