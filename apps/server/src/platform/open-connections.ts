/** Knows which connections of an HTTP server answer a request. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenConnections {
  /**
   * Hangs up on every connection without a request under way, those that browsers open in advance and never used
   * among them: Node's own `closeIdleConnections` spares these until their headers are overdue.
   */
  closeUnused(): void
}

export function openConnections(server: Server, isTls: boolean): OpenConnections {
  const unused = new Set<Socket>()
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket)
    socket.on('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket)
    response.on('close', () => {
      if (!socket.destroyed) unused.add(socket)
    })
  })
  return {
    closeUnused() {
      for (const socket of unused) socket.destroySoon()
    },
  }
}
