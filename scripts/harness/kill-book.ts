/** What was begun while a server was tried hard, and what of it was cut before its end. */

/** Connections that devices and programs keep. */
const LINES = ['omlox socket', 'MQTT 3.1.1', 'MQTT 5', 'Teltonika', 'GT06', 'broker'] as const
/** Everything that people and devices begin with a server. */
const KINDS = ['export', 'PDF', 'picture read', 'picture sent', 'stream', 'MCP', 'omlox call', ...LINES] as const
export type Kind = (typeof KINDS)[number]

export interface Counts {
  /** The server agreed: an answer of 200 had begun, or a connection was accepted. */
  begun: number
  /** Of these, ended before their end. */
  cut: number
}

export class KillBook {
  readonly counts: Readonly<Record<Kind, Counts>> = Object.fromEntries(
    KINDS.map((kind) => [kind, { begun: 0, cut: 0 }]),
  ) as Record<Kind, Counts>

  begun(kind: Kind): void {
    this.counts[kind].begun += 1
  }

  cut(kind: Kind): void {
    this.counts[kind].cut += 1
  }
}

/** Kinds that a run did not try: nothing of them was begun, or nothing was cut. */
export const untried = (counts: Readonly<Record<Kind, Counts>>): Kind[] =>
  KINDS.filter((kind) => counts[kind].begun === 0 || counts[kind].cut === 0)

/** The same of the connections that are kept, which begin again and again: a run goes on until each was. */
export const untriedLines = (counts: Readonly<Record<Kind, Counts>>): Kind[] =>
  untried(counts).filter((kind) => LINES.some((line) => line === kind))
