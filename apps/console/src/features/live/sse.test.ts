import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader, type RawEvent } from './sse.ts'

const read = (pieces: readonly string[]): RawEvent[] => {
  const events: RawEvent[] = []
  const feed = createEventReader((event) => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

const TEXT =
  'retry: 2000\n\nevent: hello\nid: 1\ndata: {"a":1}\n\n: a comment\nevent: trackers\nid: 2\ndata: {"b":\ndata: 2}\n\ndata: bare\n\n'

test('events are read with their name, id and data; comments and empty events are not', () => {
  expect(read([TEXT])).toEqual([
    { event: 'hello', id: '1', data: '{"a":1}' },
    { event: 'trackers', id: '2', data: '{"b":\n2}' },
    { event: 'message', id: '2', data: 'bare' },
  ])
})

test('lines may end as Windows ends them', () => {
  expect(read(['event: hello\r\nid: 7\r\ndata: x\r\n\r\n'])).toEqual([{ event: 'hello', id: '7', data: 'x' }])
})

test('where the network cuts the text makes no difference', () => {
  const whole = read([TEXT])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: TEXT.length }), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), TEXT.length]
      expect(read(at.slice(1).map((end, index) => TEXT.slice(at[index], end)))).toEqual(whole)
    }),
  )
})

test('an event is told only when its empty line has come', () => {
  expect(read(['data: half\n'])).toEqual([])
})
