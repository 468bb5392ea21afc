import { expect, test } from 'vitest'
import { readPush } from './push-message.ts'

const message = {
  id: 'n-1',
  alarm_id: 'a-1',
  type: 'help',
  event_time_ms: 1_795_000_000_000,
  repeat: true,
  device_id: 'G3-1',
  title: 'Help requested',
  body: 'Open the console to see who and where.',
}

test('a push is read as it was sent, also where a service made text of its values', () => {
  expect(readPush(message)).toEqual(message)
  expect(readPush({ ...message, event_time_ms: '1795000000000', repeat: 'true' })).toEqual(message)
  expect(readPush({ ...message, repeat: 'false', alarm_id: null, device_id: '' })).toEqual({
    ...message,
    ...{ repeat: false, alarm_id: null, device_id: null },
  })
})

test('a push may name alarms that were answered for', () => {
  const answered = { ...message, alarm_id: null, type: 'disengage', event_time_ms: 0, alarm_ids: ['a-1', 'a-2'] }
  expect(readPush(answered)).toEqual(answered)
  expect(readPush({ ...answered, alarm_ids: ['a-1', 7, null] })?.alarm_ids).toEqual(['a-1'])
  expect(readPush({ ...answered, alarm_ids: 'a-1' })?.alarm_ids).toBeUndefined()
})

test.each([
  ['nothing', undefined],
  ['a text', 'help'],
  ['no id', { ...message, id: '' }],
  ['no type', { ...message, type: 7 }],
  ['no time', { ...message, event_time_ms: 'soon' }],
])('%s is no push of ours', (_what, value) => {
  expect(readPush(value)).toBeUndefined()
})
