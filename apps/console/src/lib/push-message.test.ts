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

test.each([
  ['nothing', undefined],
  ['a text', 'help'],
  ['no id', { ...message, id: '' }],
  ['no type', { ...message, type: 7 }],
  ['no time', { ...message, event_time_ms: 'soon' }],
])('%s is no push of ours', (_what, value) => {
  expect(readPush(value)).toBeUndefined()
})
