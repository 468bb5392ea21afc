/** The open tabs of this browser: an id for each, and a list of those alive. Source: specification §9; G19. */
import { randomHex } from '../../lib/random.ts'
import { inThisBrowser, inThisTab, record, type Stored, stored } from '../../lib/storage.ts'

/** A tab silent for this long (ms) is gone; hidden tabs get few timers. */
export const TAB_GONE_AFTER_MS = 120_000
const TAB_HEARTBEAT_MS = 30_000

export interface Tab {
  readonly id: string
  /** Epoch milliseconds. */
  readonly lastSeen: number
  readonly lastFocus: number
}

const storedTabId = stored<string>(inThisTab, 'tabId', (value) =>
  typeof value === 'string' && value !== '' ? value : undefined,
)
const storedTabs = stored<readonly Tab[]>(inThisBrowser, 'tabs', (value) =>
  Array.isArray(value)
    ? value.flatMap((entry) => {
        const tab = record(entry)
        return typeof tab?.id === 'string' && typeof tab.lastSeen === 'number' && typeof tab.lastFocus === 'number'
          ? [{ id: tab.id, lastSeen: tab.lastSeen, lastFocus: tab.lastFocus }]
          : []
      })
    : undefined,
)

/** This tab's id: made once, kept through reloads. */
export function getTabId(random: () => string, kept: Pick<Stored<string>, 'read' | 'write'> = storedTabId): string {
  const known = kept.read()
  if (known !== undefined) return known
  const id = random()
  kept.write(id)
  return id
}

/** The list with this tab seen now, and without those that went silent. */
export function withTabSeen(tabs: readonly Tab[], id: string, nowMs: number, isFocused: boolean): readonly Tab[] {
  const before = tabs.find((tab) => tab.id === id)
  const others = tabs.filter((tab) => tab.id !== id && Math.abs(nowMs - tab.lastSeen) < TAB_GONE_AFTER_MS)
  return [...others, { id, lastSeen: nowMs, lastFocus: isFocused ? nowMs : (before?.lastFocus ?? 0) }]
}

export const tabId = (): string => getTabId(() => randomHex(16))

/** How many other tabs had the focus later than this one. */
export const focusRank = (tabs: readonly Tab[], id: string): number => {
  const focusOf = (tab: Tab | undefined) => tab?.lastFocus ?? 0
  const own = focusOf(tabs.find((tab) => tab.id === id))
  return tabs.filter((tab) => tab.id !== id && focusOf(tab) > own).length
}

/** The rank of this tab now. */
export const ownFocusRank = (): number => focusRank(storedTabs.read() ?? [], tabId())

/** Keeps this tab in the list while it lives; answers how to leave. */
export function joinTabs(): () => void {
  const id = tabId()
  const seen = () => storedTabs.write(withTabSeen(storedTabs.read() ?? [], id, Date.now(), document.hasFocus()))
  const leave = () => storedTabs.write((storedTabs.read() ?? []).filter((tab) => tab.id !== id))
  // Two tabs that write at the same moment each miss what the other wrote.
  const stopWatching = storedTabs.onChange(() => {
    if (!storedTabs.read()?.some((tab) => tab.id === id)) seen()
  })
  seen()
  const timer = setInterval(seen, TAB_HEARTBEAT_MS)
  window.addEventListener('focus', seen)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', seen)
  return () => {
    stopWatching()
    clearInterval(timer)
    window.removeEventListener('focus', seen)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', seen)
    leave()
  }
}
