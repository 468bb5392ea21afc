/** Who of the staff is at work when, seeded: shifts of nurses, office days, and what goes wrong with badges. */
import { cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { type Chance, createChance } from '../random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightBefore, weekdayAt } from './days.ts'

/** Where somebody at work goes for a while, of its own accord. */
type Trip = 'lunch' | 'otherSite'

interface Break {
  readonly kind: Trip
  readonly fromMs: number
  readonly untilMs: number
}

/** One time at work (epoch ms). */
export interface Duty {
  readonly fromMs: number
  readonly untilMs: number
  readonly breaks: readonly Break[]
  /** `forgottenExit`: the badge falls silent indoors. `leftInDrawer`: it stays and is heard until the next duty. */
  readonly end: 'leaves' | 'forgottenExit' | 'leftInDrawer'
}

/** Her phone. */
export const ESCORT_PHONE = 'phone-lin-wei'

type ShiftName = 'early' | 'late' | 'night'
/** Hours of the day on which each shift begins and ends. */
const SHIFTS: Readonly<Record<ShiftName, readonly [number, number]>> = {
  early: [7, 16],
  late: [13, 22],
  night: [21.5, 31],
}
const ROTA: readonly (ShiftName | undefined)[] = [
  'early',
  'early',
  'late',
  'late',
  'night',
  undefined,
  undefined,
  'early',
  'late',
  'night',
  'night',
  undefined,
  undefined,
  undefined,
]
const OFFICE: readonly [number, number] = [9, 18]

/** Days before the end on which badges are forgotten, by name. */
const FORGOTTEN_EXITS: Readonly<Record<string, readonly number[]>> = {
  'Hirano Shun badge': [6, 23],
  'Ward nurse 2': [12],
}
const LEFT_IN_DRAWER: Readonly<Record<string, readonly number[]>> = {
  'Taniguchi Io badge': [10],
  'Anna Lindt badge': [15],
}
/** They often stay after 18:30. */
const STAYS_LATE: ReadonlySet<string> = new Set(['Kita Emi badge', 'Chou Wen badge'])

type Worker = Pick<Member, 'name' | 'role'>

const isStaff = ({ role }: Pick<Member, 'role'>): boolean => !['resident', 'visitor', 'thing'].includes(role)

/** Lin Wei, who wears no badge, works as the office does. */
const ESCORT = { name: 'Lin Wei', role: 'officeWorker' } as const

/** Before the end (ms) everybody is where the live story has them begin, and nobody has gone out for long. */
const SETTLING_MS = 30 * MINUTE_MS

/** Duties by device id, in their order, of these whole days and of today until the end (epoch ms), when everybody is at work. */
export function rosterOf(seed: number, untilMs: number, days: number): ReadonlyMap<string, readonly Duty[]> {
  const chance = createChance(seed, 'roster')
  const staff = [
    ...cast.filter(isStaff).map((member) => ({ ...member, device_id: deviceIdOf(member) })),
    { ...ESCORT, device_id: ESCORT_PHONE },
  ]
  const midnightMs = midnightBefore(untilMs) - days * DAY_MS
  return new Map(
    staff.map((member, index) => {
      const duties: Duty[] = []
      for (let day = 0; day <= days; day += 1) {
        const startMs = midnightMs + day * DAY_MS
        const duty =
          member.role === 'nurse'
            ? nurseDuty(member, ROTA[(day + index * 3) % ROTA.length], startMs, days - day, chance)
            : officeDuty(member, startMs, days - day, chance)
        if (duty !== undefined && duty.fromMs >= (duties.at(-1)?.untilMs ?? 0)) duties.push(duty)
      }
      return [member.device_id, untilNow(duties, untilMs, chance)]
    }),
  )
}

/** The same, but the last one lasts until the end at least. */
function untilNow(duties: readonly Duty[], untilMs: number, chance: Chance): Duty[] {
  const fromMs = untilMs - chance.between(20, 70) * MINUTE_MS
  const begun = duties.filter((duty) => duty.fromMs < fromMs)
  const last = begun.at(-1)
  const isLong = last !== undefined && last.untilMs >= fromMs - HOUR_MS
  const today: Duty = isLong ? last : { fromMs, untilMs, breaks: [], end: 'leaves' }
  return [
    ...(isLong ? begun.slice(0, -1) : begun),
    {
      fromMs: today.fromMs,
      untilMs: Math.max(today.untilMs, untilMs + HOUR_MS),
      breaks: today.breaks.filter((one) => one.untilMs < untilMs - SETTLING_MS),
      end: 'leaves',
    },
  ]
}

function nurseDuty(
  member: Worker,
  shift: ShiftName | undefined,
  startMs: number,
  daysLeft: number,
  chance: Chance,
): Duty | undefined {
  if (shift === undefined) return undefined
  const [from, to] = SHIFTS[shift]
  return {
    fromMs: startMs + from * HOUR_MS - chance.between(2, 22) * MINUTE_MS,
    untilMs: startMs + to * HOUR_MS + chance.between(-2, 24) * MINUTE_MS,
    breaks: [],
    end: endOf(member, daysLeft),
  }
}

function officeDuty(member: Worker, startMs: number, daysLeft: number, chance: Chance): Duty | undefined {
  const weekday = weekdayAt(startMs)
  const isOff = chance.happens(0.04)
  if (weekday === 0 || weekday === 6 || isOff) return undefined
  const [from, to] = OFFICE
  const isLate = STAYS_LATE.has(member.name) && chance.happens(0.35)
  const breaks: Break[] = []
  const atHour = (hour: number) => startMs + hour * HOUR_MS
  if (member.role === 'driver' && chance.happens(0.6)) {
    breaks.push({
      kind: 'otherSite',
      fromMs: atHour(chance.between(9.8, 10.5)),
      untilMs: atHour(chance.between(11.4, 12)),
    })
  }
  if (member.role === 'officeWorker' && chance.happens(0.4)) {
    // Now and then a meeting lasts, and lunch is late.
    const lunch = chance.happens(0.2) ? chance.between(14.1, 14.5) : chance.between(12, 12.4)
    breaks.push({ kind: 'lunch', fromMs: atHour(lunch), untilMs: atHour(lunch + chance.between(0.6, 1)) })
  }
  return {
    fromMs: atHour(from) + chance.between(-35, 12) * MINUTE_MS,
    untilMs: atHour(to) + (isLate ? chance.between(45, 130) : chance.between(-6, 26)) * MINUTE_MS,
    breaks,
    end: endOf(member, daysLeft),
  }
}

function endOf({ name }: Worker, daysLeft: number): Duty['end'] {
  if (FORGOTTEN_EXITS[name]?.includes(daysLeft)) return 'forgottenExit'
  return LEFT_IN_DRAWER[name]?.includes(daysLeft) ? 'leftInDrawer' : 'leaves'
}
