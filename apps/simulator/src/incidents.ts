/** Incidents of each scenario beside ordinary life. Times are story seconds since the start. */

import type { FloorPlan } from '@whereabouts/fixtures/floor-plan'
import { hinoki1f } from '@whereabouts/fixtures/plans/hinoki-1f'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { receivers } from '@whereabouts/fixtures/stations'

export const SCENARIOS = ['day', 'night-shift', 'station-goes-dark', 'lost-wheelchair', 'wandering'] as const
export type ScenarioName = (typeof SCENARIOS)[number]

export type Incident =
  /** Walks to a room and stays there. */
  | {
      readonly kind: 'walk'
      readonly at: number
      readonly device: string
      readonly plan: FloorPlan
      readonly room: string
      readonly staySeconds: number
    }
  /** Falls silent, and is heard again when the seconds are over. */
  | { readonly kind: 'mute'; readonly at: number; readonly device: string; readonly forSeconds: number }
  | { readonly kind: 'dark'; readonly at: number; readonly t4_id: string; readonly forSeconds: number }

export interface Plot {
  /** The site's hour at which the story begins; undefined: the clock's. */
  readonly hour?: number
  readonly summary: string
  /** The incidents come again after this many seconds; undefined: once. */
  readonly everySeconds?: number
  readonly incidents: readonly Incident[]
}

const ITO_HARU = 'G5-7C11D0E2'
const NAKANO_FUMI = 'G5-4F21B190'
const CHEN_MEI_LING = 'G5-3A90C18F'
const WHEELCHAIR_07 = 'G3M-5510A3BC'
const FOR_GOOD = Number.POSITIVE_INFINITY

const station = (name: string): string => {
  const found = receivers.find((receiver) => receiver.t4_name === name)
  if (!found) throw new Error(`No station '${name}'.`)
  return found.t4_id
}

const toStairs = (at: number, device: string): Incident => ({
  kind: 'walk',
  at,
  device,
  plan: hinoki2fEast,
  room: 'Stairs B',
  staySeconds: 240,
})

export const plots: Readonly<Record<ScenarioName, Plot>> = {
  day: {
    summary: 'An ordinary day: meals, rounds, carts, a walk by the river; now and then something needs attention.',
    everySeconds: 1500,
    incidents: [
      { kind: 'mute', at: 40, device: WHEELCHAIR_07, forSeconds: 700 },
      { kind: 'mute', at: 75, device: CHEN_MEI_LING, forSeconds: 420 },
      toStairs(120, ITO_HARU),
      { kind: 'dark', at: 300, t4_id: station('2F East corridor 8'), forSeconds: 240 },
    ],
  },
  'night-shift': {
    hour: 22.5,
    summary: 'Night: residents sleep, two go wandering, staff make their rounds.',
    everySeconds: 1800,
    incidents: [toStairs(90, ITO_HARU), toStairs(780, NAKANO_FUMI)],
  },
  'station-goes-dark': {
    summary: 'Three stations fall silent for 20 minutes; others take over what they heard.',
    everySeconds: 2400,
    incidents: ['2F East corridor 3', 'ER resus', 'ER store'].map((name, index) => ({
      kind: 'dark',
      at: 20 + index * 10,
      t4_id: station(name),
      forSeconds: 1200,
    })),
  },
  'lost-wheelchair': {
    summary: 'Wheelchair 07 is left in the lift lobby of 1F and falls silent.',
    incidents: [
      { kind: 'walk', at: 5, device: WHEELCHAIR_07, plan: hinoki1f, room: 'Lift lobby', staySeconds: FOR_GOOD },
      { kind: 'mute', at: 120, device: WHEELCHAIR_07, forSeconds: FOR_GOOD },
    ],
  },
  wandering: {
    summary: 'Ito Haru walks to Stairs B on 2F East, again and again.',
    everySeconds: 480,
    incidents: [toStairs(15, ITO_HARU)],
  },
}
