/** The connections of the HTTP server: which are let in, and which answer a request. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf, type Door, guardDoor } from './connections.ts'

export interface HttpConnections {
  /**
   * Hangs up on every connection without a request under way, those that browsers open in advance and never used
   * among them: Node's own `closeIdleConnections` spares these until their headers are overdue.
   */
  closeUnused(): void
}

export function httpConnections(server: Server, door: Door, isTls: boolean): HttpConnections {
  const unused = new Set<Socket>()
  guardDoor(server, door, isTls)
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return
    unused.add(socket)
    socket.on('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket)
    connectionOf(socket)?.set('busy')
    response.on('close', () => {
      if (socket.destroyed) return
      unused.add(socket)
      connectionOf(socket)?.set('silent')
    })
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => connectionOf(socket)?.set('busy'))
  return {
    closeUnused() {
      for (const socket of unused) socket.destroySoon()
    },
  }
}
