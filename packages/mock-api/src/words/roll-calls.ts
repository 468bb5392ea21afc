/** Roll-calls. Ticks are kept as they come, and the one that counts for each person is answered. */
import type { RollCall, RollCallPerson, rollCalls } from '@whereabouts/contract/roll-calls'
import { countingTicks, EXPECTED_WITHIN_MS, phoneIn } from '@whereabouts/domain/roll-calls'
import { boundedTime, LATE_WITHIN_MS } from '@whereabouts/domain/told-times'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, page, record, tellLists, type World } from '../world.ts'

export const rollCallWords = (world: World): Handlers<typeof rollCalls> => {
  const tell = (account: Account) => tellLists(world, account, 'roll_calls')

  return {
    list({ actor, query }) {
      const { account } = actor
      const open = account.rollCalls.find(isOpen)
      const ended = account.rollCalls.filter((one) => !isOpen(one))
      const { items, metadata } = page(ended, ({ id }) => id, query)
      return {
        open: open === undefined ? null : present(account, open),
        roll_calls: items.map(({ people, ticks, ...head }) => ({
          ...head,
          expected: people.length,
          safe: [...countingTicks(ticks).values()].filter(({ is_safe }) => is_safe).length,
        })),
        metadata,
      }
    },

    start({ actor, body }) {
      const { account, name: started_by } = actor
      let rollCall = account.rollCalls.find((one) => isOpen(one) || one.id === body.id)
      if (rollCall === undefined) {
        const now = world.now()
        rollCall = {
          ...{ id: body.id, is_drill: body.is_drill, started_at_ms: boundedTime(body.started_at_ms, now), started_by },
          ...{ ended_at_ms: null, ended_by: null, ticks: [] },
          people: expectedIn(account, now),
        }
        account.rollCalls.unshift(rollCall)
        record(world, actor, 'start_roll_call')
      } else if (isOpen(rollCall) && rollCall.is_drill && !body.is_drill) {
        rollCall.is_drill = false
        record(world, actor, 'start_roll_call')
      }
      tell(account)
      return { roll_call: present(account, rollCall) }
    },

    get: ({ actor, params }) => ({ roll_call: present(actor.account, getRollCall(actor.account, params.id)) }),

    tick({ actor, params, body }) {
      const { account, name: by } = actor
      const rollCall = getRollCall(account, params.id)
      const { people, ended_at_ms, ticks } = rollCall
      const now = world.now()
      if (ended_at_ms !== null && now > ended_at_ms + LATE_WITHIN_MS) throw refuse('notAllowed')
      const arrived_late_ms = ended_at_ms === null ? null : now
      for (const tick of body.ticks) {
        const isKnown = ticks.some(({ command_id }) => command_id === tick.command_id)
        const isExpected = people.some(({ device_id }) => device_id === tick.device_id)
        if (isKnown || !isExpected || (ended_at_ms !== null && tick.at_ms > ended_at_ms)) continue
        ticks.push({ ...tick, at_ms: boundedTime(tick.at_ms, now), by, arrived_late_ms })
      }
      tell(account)
      return { roll_call: present(account, rollCall) }
    },

    end({ actor, params, body }) {
      const { account, name: by } = actor
      const rollCall = getRollCall(account, params.id)
      if (isOpen(rollCall)) {
        const atMs = boundedTime(body.ended_at_ms, world.now())
        rollCall.people = peopleNow(account, rollCall.people)
        rollCall.ended_at_ms = Math.max(atMs, rollCall.started_at_ms, ...rollCall.ticks.map(({ at_ms }) => at_ms))
        rollCall.ended_by = by
        record(world, actor, 'end_roll_call')
      }
      tell(account)
      return { roll_call: present(account, rollCall) }
    },

    getSettings: ({ actor }) => ({ class_indexes: actor.account.rollCallClasses }),

    saveSettings({ actor, body }) {
      actor.account.rollCallClasses = body.class_indexes
      record(world, actor, 'change_roll_call')
      tell(actor.account)
      return body
    },
  }
}

const isOpen = ({ ended_at_ms }: RollCall): boolean => ended_at_ms === null

function getRollCall({ rollCalls }: Account, id: string): RollCall {
  const rollCall = rollCalls.find((one) => one.id === id)
  if (rollCall === undefined) throw refuse('resourceNotFound')
  return rollCall
}

const present = (account: Account, rollCall: RollCall): RollCall => ({
  ...rollCall,
  people: isOpen(rollCall) ? peopleNow(account, rollCall.people) : rollCall.people,
  ticks: [...countingTicks(rollCall.ticks).values()],
})

/** The mock knows nobody in zones: its trackers report nothing. */
function expectedIn(account: Account, nowMs: number): RollCallPerson[] {
  const { rollCallClasses: classes } = account
  return account.trackers
    .filter(({ class_index }) => classes === null || classes.includes(class_index))
    .map((tracker) => personOf(account, tracker))
    .filter(({ is_inside, last_seen_ms }) => is_inside && (last_seen_ms ?? 0) > nowMs - EXPECTED_WITHIN_MS)
}

function personOf(account: Account, tracker: Account['trackers'][number]): RollCallPerson {
  const { device_id, name, class_index, last_seen, remark, qualified_location_info } = tracker
  const { indoor_map_name, station_name, phone_name } = qualified_location_info?.reason_data ?? {}
  const known = account.classes.find(({ index }) => index === class_index)
  return {
    ...{
      device_id,
      name,
      class_index,
      class_name: known?.name ?? '',
      class_color: known?.color ?? null,
      zone_name: '',
    },
    place: [indoor_map_name, station_name ?? phone_name].filter((part) => part !== undefined).join(' · '),
    is_inside: indoor_map_name !== undefined || station_name !== undefined,
    last_seen_ms: last_seen === null ? null : last_seen * 1000,
    phone: phoneIn(remark.map(({ memo }) => memo)),
  }
}

const peopleNow = (account: Account, people: readonly RollCallPerson[]): RollCallPerson[] =>
  people.map((person) => {
    const tracker = account.trackers.find(({ device_id }) => device_id === person.device_id)
    if (tracker === undefined) return person
    const { place, is_inside, last_seen_ms } = personOf(account, tracker)
    return { ...person, place, is_inside, last_seen_ms }
  })
