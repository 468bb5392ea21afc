import { expect, test } from 'vitest'
import { ASSIGN_PARAMS, DEFAULT_G3_ASSIGN_MODE, g3AssignMode, SECURITY_COMMANDS } from './assign-modes.ts'

test.each([
  ['1.8.0', 0x11],
  ['1.9.3', 0x11],
  ['1.10.0', 0x11],
  ['2.8.0', 0x11],
  ['1.7.0', 0x1d],
  ['1.7.99', 0x1d],
  ['1.6.26', 0x1d],
  ['1.6.25', 0x01],
  ['1.5.9', 0x01],
  ['1.4.4', 0x01],
])('firmware %s is assigned in mode %i [BLE-08, BLE-09, BLE-10, BLE-11]', (firmware, mode) => {
  expect(g3AssignMode(firmware)).toBe(mode)
})

test('a mode the server asks for is used if it is one it may ask for, and ignored otherwise [BLE-12]', () => {
  expect(g3AssignMode('1.8.0', '21')).toBe(0x21)
  expect(ASSIGN_PARAMS.map((param) => g3AssignMode('1.8.0', param))).toEqual([0x01, 0x11, 0x1d, 0x21, 0x31])
  for (const other of ['99', '1d', '', '0x21']) expect(g3AssignMode('1.8.0', other)).toBe(0x11)
})

test('an unreadable version keeps the mode that was there before [CONST-38]', () => {
  expect(DEFAULT_G3_ASSIGN_MODE).toBe(0x11)
  expect(g3AssignMode('1.4')).toBe(0x11)
  expect(g3AssignMode('')).toBe(0x11)
})

test('the commands are those of the specification [CONST-39]', () => {
  expect(SECURITY_COMMANDS).toEqual({ assignG3: 0x01, upgradeG3: 0x07, setUpT4: 0x10 })
})
