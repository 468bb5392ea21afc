/** The PIN under which browsers keep the names of carepads. */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { pins } from '@whereabouts/contract/pins'
import { isProtectedName, namesHash } from '@whereabouts/domain/protected-names'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, mustBeFresh, record, tellLists, type World } from '../world.ts'

export const pinWords = (world: World): Handlers<typeof pins> => ({
  set({ actor, body: { pin_check, replaces = '', names_hash, names = [] } }) {
    mustBeFresh(world, actor)
    const { account } = actor
    if (account.pin_check === pin_check) return {}
    const stored = account.carepads
    const given = new Map(names)
    if (account.pin_check !== replaces) throw refuse('conflict', { info: 'pin_check' })
    const isSame = stored.length === 0 || names_hash === namesHash(stored)
    if (!isSame || !stored.every(({ carepad_id }) => given.has(carepad_id))) throw refuse('conflict', { info: 'names' })
    forgetNames(account, stored)
    account.pin_check = pin_check
    account.carepads = stored.map((pad) => ({ ...pad, carepad_name: given.get(pad.carepad_id)!, encrypted: true }))
    record(world, actor, 'change_pin')
    tellLists(world, account, 'carepads')
    return {}
  },
})

/** The log and the record of excursions say their ids from then on. */
function forgetNames(account: Account, carepads: readonly Carepad[]): void {
  const idOf = new Map(carepads.map(({ carepad_id, carepad_name }) => [carepad_name, carepad_id]))
  const actions = ['add_carepad', 'change_carepad', 'ask_carepad_removal', 'remove_carepad', 'comment_excursion']
  account.logs = account.logs.map((log) =>
    actions.includes(log.action) ? { ...log, target: idOf.get(log.target) ?? log.target } : log,
  )
  account.excursions = account.excursions.map((one) => ({ ...one, carepad_name: one.carepad_id }))
}

interface NameGiven {
  readonly name: string
  readonly pin_check?: string | undefined
  readonly isReset?: boolean
}

/** Refuses with 409001 a name that is not under the PIN the account has now. */
export function mustFitPin({ pin_check: current }: Account, { name, pin_check, isReset = false }: NameGiven): void {
  const fits = isProtectedName(name) ? current !== '' && pin_check === current : current === '' || isReset
  if (!fits) throw refuse('conflict', { info: 'pin_check' })
}
