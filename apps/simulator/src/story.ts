/** Plays a scenario in real time and prints its progress every ten seconds. */
import { setInterval as ticks } from 'node:timers/promises'
import { cast } from '@whereabouts/fixtures/cast'
import { phones } from '@whereabouts/fixtures/phones'
import { demoSite } from '@whereabouts/fixtures/site'
import { receivers } from '@whereabouts/fixtures/stations'
import type { Counts } from './deliveries.ts'
import { plots } from './incidents.ts'
import type { StoryRun } from './options.ts'
import { createScenario, hourAt } from './scenario.ts'
import { storyHour } from './story-hour.ts'
import { createTransport } from './transport.ts'

const STEP_MS = 250
const REPORT_MS = 10_000
/** After a pause this long (a laptop that slept) the story starts again, as nothing was sent meanwhile. */
const LONGEST_STEP_MS = 60_000

/** Resolves when the signal fires. */
export async function runStory(run: StoryRun, signal: AbortSignal): Promise<void> {
  const startMs = Date.now()
  const hour = run.hour ?? plots[run.name].hour ?? awakeHour(startMs)
  const begin = (atMs: number) =>
    createScenario({ name: run.name, seed: run.seed, startMs: atMs, hour, speed: run.speed })
  let scenario = begin(startMs)
  const transport = createTransport({
    url: run.url,
    mqttUrl: run.mqttUrl,
    passwords: new Map(demoSite.credentials.map(({ sender_id, password }) => [sender_id, password])),
    onCommand: (command) => scenario.obey(command),
  })
  console.log(`${run.name}: ${plots[run.name].summary}`)
  console.log(
    `Seed ${run.seed}, ${cast.length + phones.length} devices, ${receivers.length} stations; the site's clock says ${clockText(hour)}.`,
  )
  let lastMs = startMs
  let reportAtMs = startMs + REPORT_MS
  let before = { ...transport.counts }
  try {
    for await (const _ of ticks(STEP_MS, undefined, { signal })) {
      const nowMs = Date.now()
      if (nowMs - lastMs > LONGEST_STEP_MS) scenario = begin(nowMs)
      lastMs = nowMs
      for (const message of scenario.step(nowMs)) transport.send(message)
      if (nowMs < reportAtMs) continue
      reportAtMs = nowMs + REPORT_MS
      if (!run.quiet) console.log(countsText(before, transport.counts))
      before = { ...transport.counts }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await transport.close()
  }
  console.log('Stopped.')
}

function awakeHour(startMs: number): number {
  const [clock, hour] = [hourAt(startMs), storyHour(startMs)]
  if (hour === clock) return hour
  console.log(
    `It is ${clockText(clock)} at the site, when most people sleep; the story begins at ${clockText(hour)} instead. 'night-shift' plays the night.`,
  )
  return hour
}

const clockText = (hour: number): string => {
  const minutes = Math.floor(hour * 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function countsText(before: Counts, after: Counts): string {
  const since = (key: keyof Counts) => after[key] - before[key]
  const dropped = since('dropped')
  return `10 s: ${since('sent')} sent, ${since('acknowledged')} acknowledged, ${since('refused')} refused, ${since('retried')} retried${
    dropped > 0 ? `, ${dropped} given up` : ''
  }`
}
