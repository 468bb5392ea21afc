/** Temperature carepads. */

import type { Carepad, carepads } from '@whereabouts/contract/carepads'
import { isProtectedName, writtenName } from '@whereabouts/domain/protected-names'
import { USUAL_LIMITS } from '@whereabouts/domain/temperatures'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { findLink, type Handlers, ownerOf, page, record, seconds, sendLink, tellLists, type World } from '../world.ts'
import { mustFitPin } from './pins.ts'

export const carepadWords = (world: World): Handlers<typeof carepads> => ({
  list({ actor, query }) {
    const { items, metadata } = page(actor.account.carepads, ({ carepad_id }) => carepad_id, query)
    return { carepads: items, metadata }
  },

  add({ actor, body }) {
    const { carepad_id, carepad_name = '', pin_check, logger_id = null, measures = 'body', bind_check } = body
    const { account } = actor
    mustHaveLogger(account, logger_id)
    const holder = world.state.accounts.find((each) => each.carepads.some((pad) => pad.carepad_id === carepad_id))
    if (holder !== undefined) throw refuse(holder === account ? 'deviceAlreadyYours' : 'deviceUsedByAnotherUser')
    if (bind_check === true) return {}
    mustFitPin(account, { name: carepad_name, pin_check })
    const carepad = addCarepad(account, { carepad_id, carepad_name, logger_id, measures })
    record(world, actor, 'add_carepad', writtenName(carepad))
    tellLists(world, account, 'carepads')
    return { carepad }
  },

  change({ actor, params: { id }, body }) {
    const { account } = actor
    const before = getCarepad(account, id)
    const { pin_check, reset_name: isReset = false, temperature_unit: unit, ...changes } = body
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (changes.carepad_name !== undefined) mustFitPin(account, { name: changes.carepad_name, pin_check, isReset })
    const has_own_unit = unit === undefined ? before.has_own_unit : unit !== null
    const temperature_unit = has_own_unit ? (unit ?? before.temperature_unit) : account.temperature_unit
    const usual = body.measures === undefined || body.measures === before.measures ? {} : USUAL_LIMITS[body.measures]
    const named: Carepad = { ...before, ...usual, ...given, temperature_unit, has_own_unit }
    const carepad = { ...named, encrypted: isProtectedName(named.carepad_name) }
    const { threshold_high, threshold_low } = carepad
    if (threshold_low !== null && threshold_high <= threshold_low)
      throw refuse('invalidInput', { info: 'body.threshold_high' })
    mustHaveLogger(account, carepad.logger_id)
    mustBeNamedAlone(account, carepad)
    account.carepads = account.carepads.map((each) => (each === before ? carepad : each))
    record(world, actor, 'change_carepad', writtenName(carepad))
    tellLists(world, account, 'carepads')
    return { carepad }
  },

  remove({ actor, params: { id } }) {
    const { account } = actor
    const carepad = getCarepad(account, id)
    const { carepad_id } = carepad
    const owner = ownerOf(account)
    const mail = { to: owner.email, purpose: 'remove_carepads', user_id: owner.user_id } as const
    sendLink(world, { ...mail, account_id: account.account_id, objects: [carepad_id] })
    account.carepads = account.carepads.map((pad) => ({ ...pad, removal_pending: pad.carepad_id === carepad_id }))
    record(world, actor, 'ask_carepad_removal', writtenName(carepad))
    tellLists(world, account, 'carepads')
    return { mail_sent: true }
  },

  unassign({ body: { token } }) {
    const mail = findLink(world, token, ['remove_carepads'])
    const account = world.state.accounts.find(({ account_id }) => account_id === mail?.account_id)
    const gone = account?.carepads.filter(({ carepad_id }) => mail?.objects.includes(carepad_id)) ?? []
    if (mail === undefined || account === undefined || gone.length === 0) throw refuse('invalidToken')
    mail.isUsed = true
    account.carepads = account.carepads.filter((pad) => !gone.includes(pad))
    const device_names = gone.map(writtenName).sort()
    record(world, { account, name: ownerOf(account).fullname }, 'remove_carepad', device_names.join(', '))
    tellLists(world, account, 'carepads')
    return { device_name: device_names[0] ?? '', device_names }
  },

  temperatures({ actor: { account }, params: { id }, query: { query_start, query_end } }) {
    getCarepad(account, id)
    if (query_end < query_start || query_end - query_start > MOST_DAYS * 86_400)
      throw refuse('invalidInput', { info: 'query.query_end' })
    const isWithin = (start: number, end: number) => start <= query_end && end >= query_start
    return {
      temperatures: (account.temperatures.get(id) ?? []).filter(({ time }) => isWithin(time, time)),
      excursions: account.excursions.filter(
        (one) => one.carepad_id === id && isWithin(one.start, one.start + one.duration),
      ),
    }
  },

  trends({ actor: { account }, query: { range } }) {
    const { step, count } = STRETCHES[range]
    const start = (Math.floor(seconds(world.now()) / step) - count + 1) * step
    const trends = account.carepads.map(({ carepad_id }) => {
      const temperatures = new Array<number | null>(count).fill(null)
      for (const { time, temperature } of account.temperatures.get(carepad_id) ?? []) {
        const place = Math.floor((time - start) / step)
        if (place >= 0 && place < count) temperatures[place] = temperature
      }
      return { carepad_id, temperatures }
    })
    return { start, step, trends }
  },
})

/** Of one question about temperatures. */
const MOST_DAYS = 400
/** Seconds of a stretch, and how many. */
const STRETCHES = { '1h': { step: 60, count: 60 }, '24h': { step: 900, count: 96 }, '1w': { step: 7200, count: 84 } }

function getCarepad({ carepads }: Account, id: string): Carepad {
  const carepad = carepads.find(({ carepad_id }) => carepad_id === id)
  if (carepad === undefined) throw refuse('deviceNotFound')
  return carepad
}

function mustHaveLogger({ loggers }: Account, id: string | null): void {
  if (id !== null && !loggers.some(({ logger_id }) => logger_id === id))
    throw refuse('resourceNotFound', { info: 'logger_id' })
}

function mustBeNamedAlone(
  { carepads }: Account,
  { carepad_id, carepad_name }: Pick<Carepad, 'carepad_id' | 'carepad_name'>,
) {
  if (carepads.some((pad) => pad.carepad_id !== carepad_id && isSameName(pad.carepad_name, carepad_name)))
    throw refuse('nameTaken')
}

/** Refuses with 400102 a name that another one has. */
export function addCarepad(
  account: Account,
  given: Pick<Carepad, 'carepad_id' | 'carepad_name'> & Partial<Carepad>,
): Carepad {
  mustBeNamedAlone(account, given)
  const carepad: Carepad = {
    logger_id: null,
    make: '',
    battery: null,
    temperature: null,
    humidity: null,
    last_seen: null,
    temperature_unit: account.temperature_unit,
    has_own_unit: false,
    measures: 'body',
    ...USUAL_LIMITS[given.measures ?? 'body'],
    alert_type: 'instant',
    encrypted: isProtectedName(given.carepad_name),
    high_since: null,
    low_since: null,
    normal_since: null,
    battery_low: false,
    alerted: false,
    removal_pending: false,
    ...given,
  }
  account.carepads.unshift(carepad)
  return carepad
}
