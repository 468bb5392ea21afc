/** People of an account in a world: pages that come and go, and who answers at them, or sends what no console would. */
import { between, type Chance, oneOf, seededRandom, whole } from '../seeded.ts'
import { AlarmConsole } from './console.ts'
import type { AlarmAccount } from './site.ts'
import type { VirtualNetwork } from './virtual-network.ts'
import { EPOCH_MS } from './virtual-server.ts'
import { END_MS, ROUGH_MS, type VirtualTime } from './virtual-time.ts'

interface Page {
  readonly console: AlarmConsole
  readonly mayAnswer: boolean
}

export class VirtualPeople {
  readonly consoles: AlarmConsole[] = []
  readonly #time: VirtualTime
  readonly #network: VirtualNetwork

  constructor(time: VirtualTime, network: VirtualNetwork) {
    this.#time = time
    this.#network = network
  }

  /** Plans those of an account; `of` is its place in the world. */
  plan(account: AlarmAccount, of: number, chance: Chance): void {
    const pages = this.#planConsoles(account, of, chance)
    if (pages.length > 0) this.#planPeople(pages, account, chance)
  }

  #planConsoles({ accountId, people }: AlarmAccount, of: number, chance: Chance): Page[] {
    const [owner, deputy, readonly] = people
    // Two tabs of one browser, another browser, and somebody who may only look; or he alone, or nobody at all.
    const luck = chance()
    const all = [owner!, owner!, deputy!, readonly!].filter(() => chance() < 0.7)
    const pages = luck < 0.1 ? [] : luck < 0.2 ? [readonly!] : all
    return pages.map(({ token, mayAnswer }, place) => {
      const { fetch, cut } = this.#network.way(seededRandom(Math.floor(chance() * 2 ** 31)))
      const console = new AlarmConsole({
        ...{ name: `console ${place} of account ${of}` },
        ...{ accountId, token, mayAnswer, fetch, random: chance, origin: () => '', now: () => this.#time.now },
        // It measures the server's clock; by how much it errs then is a matter of the network.
        clockErrorMs: chance() < 0.2 ? between(chance, -3000, 3000) : between(chance, -50, 50),
      })
      this.consoles.push(console)
      let at = chance() < 0.7 ? between(chance, 1, 500) : between(chance, 1, ROUGH_MS)
      this.#time.after(at, () => console.open())
      while (chance() < 0.4 && at < ROUGH_MS) {
        at += between(chance, 500, 20_000)
        const isCut = chance() < 0.6
        this.#time.after(at, () => (isCut ? cut() : console.close()))
        if (isCut) continue
        at += between(chance, 100, 15_000)
        this.#time.after(at, () => console.open())
      }
      return { console, mayAnswer }
    })
  }

  /** Who hears a ring presses after a while, some at once, some twice; some send what no console would. */
  #planPeople(pages: readonly Page[], { accountId }: AlarmAccount, chance: Chance): void {
    const diligence = oneOf(chance, [0, 0.05, 0.3])
    for (let at = 1000; at < END_MS - 5000; at += 500) {
      this.#time.after(at, () => {
        const { console } = oneOf(chance, pages)
        if (!console.isRinging || chance() > diligence) return
        void console.press()
        if (chance() < 0.2) void console.press()
      })
    }
    const say = (console: AlarmConsole, body: unknown) => void console.call('POST', '/app/notifications/push', body)
    for (let left = whole(chance, 0, 3); left > 0; left -= 1) {
      this.#time.after(between(chance, 1000, ROUGH_MS), () => {
        const { console } = oneOf(chance, pages)
        const event_time_ms =
          EPOCH_MS + Math.round(this.#time.now + oneOf(chance, [-600_000, -2000, 0, 2000, 86_400_000]))
        const stale = this.consoles.filter(({ book }) => book.accountId === accountId).flatMap(({ book }) => book.rings)
        const alarm_ids = [...new Set(stale.map(({ alarmId }) => alarmId))].filter(() => chance() < 0.5)
        const kind = chance()
        if (kind < 0.25) say(console, { type: 'disengage', event_time_ms })
        else if (kind < 0.6) say(console, { type: 'disengage', event_time_ms, alarm_ids })
        else if (kind < 0.8) say(console, { type: 'test', event_time_ms })
        else if (console.openIds.length > 0) {
          void console.call('POST', '/app/alarms/acknowledge', { alarm_ids: console.openIds.slice(0, 2) })
        }
      })
    }
  }
}
