/**
 * Gives the screens below the site as it was, while the address names an instant (`at`, epoch seconds), and the live site otherwise. The
 * address follows what is played. Source: decisions 0033, 0039.
 */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { HISTORY_DAYS } from '@whereabouts/domain/history'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { inTime } from '../../lib/patience.ts'
import { isSamePath } from '../../lib/same-path.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { api } from '../../lib/signed-in-api.ts'
import { SiteProvider, type SiteView, useSite } from '../live/site-view.ts'
import { makePastView, type PastView } from './past-view.ts'
import { Player, STEP_MS } from './player.ts'

/** The address is written this often while it plays (ms). */
const WRITE_EVERY_MS = 2000
const DAY_MS = 86_400_000
/** Where one begins who does not say (s before now). */
const BEGIN_BEFORE = 3600

interface Machine {
  readonly player: Player
  readonly past: PastView
  /** The instant that the address was last seen to name. */
  written: string | undefined
}

interface TimeMachine {
  /** Undefined while the screen is live. */
  readonly player: Player | undefined
  /** Undefined for those who may not look back. */
  readonly open: (() => void) | undefined
  /** Back to the present. */
  readonly leave: () => void
}

const TimeMachineContext = createContext<TimeMachine>({ player: undefined, open: undefined, leave: () => {} })

export const useTimeMachine = (): TimeMachine => use(TimeMachineContext)

export const firstMs = (): number => serverNowMs() - (HISTORY_DAYS - 1) * DAY_MS

function start(live: SiteView, firstAtMs: number): Machine {
  const past = makePastView(live, firstAtMs)
  const player = new Player({
    loadSite: (atMs) => api.history.site({ query: { at_ms: String(atMs) } }, inTime()),
    loadChanges: (fromMs, untilMs, stepMs) =>
      api.history.changes(
        { query: { from_ms: String(fromMs), until_ms: String(untilMs), step_ms: String(stepMs) } },
        inTime(),
      ),
    nowMs: serverNowMs,
    firstMs,
    show: past.show,
    everyStep: (step) => {
      let last = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        step(now - last)
        last = now
      }, STEP_MS)
      return () => clearInterval(timer)
    },
  })
  return { player, past, written: undefined }
}

export function TimeTravel({ children }: { children: ReactNode }) {
  const live = useSite()
  const router = useRouter()
  const navigate = useNavigate({ from: '/map' })
  const { at } = useSearch({ strict: false })
  const isPast = at !== undefined && /^\d{1,12}$/.test(at) && live.may('viewTimeMachine')
  const [machine, setMachine] = useState<Machine>()

  const write = useCallback(
    (instant: string | undefined) =>
      void navigate({ to: '.', search: (before) => ({ ...before, at: instant }), replace: true }),
    [navigate],
  )
  const firstAt = useRef(at)
  firstAt.current = at
  useLayoutEffect(() => {
    if (!isPast) return
    const made = start(live, Number(firstAt.current) * 1000)
    setMachine(made)
    return () => {
      made.player.end()
      made.past.end()
      setMachine(undefined)
    }
  }, [isPast, live])

  // A link, or the browser's back button, changes the instant in the address.
  useEffect(() => {
    if (machine === undefined || at === undefined || at === machine.written) return
    machine.written = at
    void machine.player.seek(Number(at) * 1000)
  }, [machine, at])

  useEffect(() => {
    if (machine === undefined) return
    const { player } = machine
    let wroteAt = 0
    return player.state.subscribe(() => {
      const { atMs, direction, isLoading } = player.state.get()
      const text = String(Math.floor(atMs / 1000))
      const isDue = direction === 0 || performance.now() - wroteAt >= WRITE_EVERY_MS
      if (isLoading || !isDue || text === machine.written) return
      // Who is on the way to another page, or back to the present, is not held up.
      const { pathname, search } = router.latestLocation
      if (!isSamePath(pathname, '/map') || search.at === undefined) return
      wroteAt = performance.now()
      machine.written = text
      write(text)
    })
  }, [machine, router, write])

  const control = useMemo(
    (): TimeMachine => ({
      player: machine?.player,
      open: live.may('viewTimeMachine')
        ? () => write(String(Math.floor(serverNowMs() / 1000) - BEGIN_BEFORE))
        : undefined,
      leave: () => {
        machine?.player.pause()
        write(undefined)
      },
    }),
    [machine, live, write],
  )
  return (
    <TimeMachineContext value={control}>
      <SiteProvider value={isPast && machine ? machine.past.view : live}>{children}</SiteProvider>
    </TimeMachineContext>
  )
}
