import { expect, test } from 'vitest'
import { ACTIVITY_DEVICE_TYPES } from './activity.ts'

test('people act from a mobile, the web or by an access link [CONST-04]', () => {
  expect(ACTIVITY_DEVICE_TYPES).toEqual(['mobile', 'web', 'access_link'])
})
