/**
 * A gateway's memory of tags between their messages: from which address a beacon was heard, and which presses counted already.
 * In memory only and bounded; time comes in. Source: wire formats §5.2, §6.2.
 */
import type { Tag, TagPacket } from './tag.ts'

/** Frames without an identity belong to the beacon heard by the same address within this time (ms). */
const SAME_ADDRESS_MS = 60_000
/** A number of 8 bits identifies a repeat for this long only (ms). */
const REPEAT_MS = 4000
/** Fewer steps than this are forward, more are backward (of 256). */
const MOST_STEPS = 64
/** A counter below this has started again: another battery, or it wrapped around. */
const RESTART = 100

interface Beacon {
  readonly tag: Tag
  readonly atMs: number
}

interface Heard {
  readonly packet: TagPacket
  readonly atMs: number
  /** The state before it. */
  readonly before?: Heard | undefined
}

/** True where a packet is neither a repeat of the last one nor a replayed old one. */
function isNews(packet: TagPacket, last: Heard | undefined, nowMs: number): boolean {
  if (last === undefined || packet.kind !== last.packet.kind) return true
  if (packet.kind === 'counter') {
    const before = last.packet.value as number
    return packet.value > before || (packet.value < before && packet.value < RESTART)
  }
  if (nowMs - last.atMs > REPEAT_MS) return true
  if (packet.kind === 'bytes') return packet.value !== last.packet.value
  const steps = (packet.value - (last.packet.value as number) + 256) % 256
  return steps > 0 && steps < MOST_STEPS
}

/** A map that drops its oldest entries. */
class Recent<Value> {
  readonly #most: number
  readonly #values = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Value | undefined {
    return this.#values.get(name)
  }

  delete(name: string): void {
    this.#values.delete(name)
  }

  set(name: string, value: Value): void {
    this.#values.delete(name)
    this.#values.set(name, value)
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!)
  }
}

export class TagMemory {
  readonly #beacons: Recent<Beacon>
  readonly #heard: Recent<Heard>

  /** `most`: tags remembered, of all accounts together. */
  constructor(most = 100_000) {
    this.#beacons = new Recent(most)
    this.#heard = new Recent(most)
  }

  /**
   * The tag to store: telemetry of a beacon under the beacon's identity, and values that were counted already removed, because one
   * press of a button is heard many times, by several stations. Its signal strength counts each time.
   * `scope` keeps accounts apart.
   */
  settle(scope: string, tag: Tag, nowMs: number): Tag {
    return this.#once(scope, this.#named(scope, tag, nowMs), nowMs)
  }

  /**
   * The settled tag could not be stored: its sender will repeat it, and then it counts. A repeat of what another message brought
   * stays a repeat. With several, undo the last first.
   */
  forget(scope: string, tag: Tag): void {
    const name = `${scope} ${tag.identity}`
    const heard = this.#heard.get(name)
    if (heard === undefined || heard.packet !== tag.packet) return
    if (heard.before === undefined) this.#heard.delete(name)
    else this.#heard.set(name, heard.before)
  }

  #named(scope: string, tag: Tag, nowMs: number): Tag {
    if (tag.mac === undefined) return tag
    const name = `${scope} ${tag.mac}`
    if (tag.identityKind !== 'mac') {
      this.#beacons.set(name, { tag, atMs: nowMs })
      return tag
    }
    const beacon = this.#beacons.get(name)
    if (beacon === undefined || nowMs - beacon.atMs > SAME_ADDRESS_MS) return tag
    const { identity, identityKind, uuid, major, minor, make, isAmbiguous, isStation, referenceRssiDbm } = beacon.tag
    return { ...tag, identity, identityKind, uuid, major, minor, make, isAmbiguous, isStation, referenceRssiDbm }
  }

  #once(scope: string, tag: Tag, nowMs: number): Tag {
    const { packet } = tag
    if (packet === undefined || tag.isForged) return tag
    const name = `${scope} ${tag.identity}`
    const last = this.#heard.get(name)
    if (!isNews(packet, last, nowMs)) return { ...tag, values: {} }
    const before = last && { packet: last.packet, atMs: last.atMs }
    this.#heard.set(name, { packet, atMs: nowMs, before })
    return tag
  }
}
