/** A connection of GPS hardware to the server under test, and what it was answered so far. */
import { connect, type Socket } from 'node:net'
import type { HardwareKind } from '@whereabouts/domain/senders'
import { expect, onTestFinished } from 'vitest'
import { eventually } from './given.ts'
import type { TestApp } from './test-app.ts'

export interface HardwareLine {
  readonly socket: Socket
  /** As hex digits. */
  heard: string
  isClosed: boolean
}

/** Connects to the port of a make, from an address of this machine; it is cut when the test ends. */
export function hardwareLine(
  { hardwarePorts }: Pick<TestApp, 'hardwarePorts'>,
  kind: HardwareKind,
  localAddress = '127.0.0.1',
): HardwareLine {
  const socket = connect({ port: hardwarePorts[kind]!, host: '127.0.0.1', localAddress })
  const line: HardwareLine = { socket, heard: '', isClosed: false }
  socket.on('data', (chunk) => {
    line.heard += chunk.toString('hex')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    line.isClosed = true
  })
  onTestFinished(() => void socket.destroy())
  return line
}

export const answered = (line: HardwareLine, hex: string) => eventually(async () => expect(line.heard).toBe(hex))

export const hungUp = (line: HardwareLine) => eventually(async () => expect(line.isClosed).toBe(true))
