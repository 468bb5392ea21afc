/** Creates, changes and opens the PIN. Source: contract pins; G30; decision 0047. */
import { useMutation } from '@tanstack/react-query'
import type { Carepad } from '@whereabouts/contract/carepads'
import type { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { may } from '@whereabouts/contract/roles'
import { namesHash } from '@whereabouts/domain/protected-names'
import { decryptName, encryptName, makePin, type PinKey, provePin, randomBytes } from '../../lib/pin.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isAway, isRefusal } from '../../lib/refusals.ts'
import { api } from '../../lib/signed-in-api.ts'
import { noteProfile } from '../auth/queries.ts'
import { getSession, rightsOf } from '../auth/session-store.ts'
import { carepadsQuery, loadStoredCarepads } from '../carepads/queries.ts'
import { forgetPin, holdPin, reloadProfile, sendName } from './names.ts'
import { notePinTry } from './tries.ts'

/** How often encryption starts again because the list changed meanwhile. */
const MOST_TRIES = 5

/** Why a PIN was not accepted, or could not be changed: it is wrong, or names cannot be read by it. */
export class PinFault extends Error {
  readonly what: 'wrong' | 'unreadable'
  /** How many names cannot be read. */
  readonly count: number
  constructor(what: PinFault['what'], count = 0) {
    super(what)
    this.what = what
    this.count = count
  }
}

async function prove(pin: string, pinCheck: string): Promise<PinKey> {
  const key = await provePin(pin, pinCheck)
  notePinTry(key !== undefined)
  if (key === undefined) throw new PinFault('wrong')
  return { pinCheck, key }
}

/** By the PIN of this moment: a load that is under way may have read names by the one before. */
async function loadCarepads() {
  await queryClient.cancelQueries({ queryKey: carepadsQuery.queryKey })
  return queryClient.fetchQuery({ ...carepadsQuery, staleTime: 0 })
}

/** Opens the names of this tab. Throws a `PinFault` for a wrong PIN. */
export const useOpenPin = () =>
  useMutation({
    mutationFn: async (pin: string) => {
      // Another console may have changed it.
      const { pin_check } = await reloadProfile()
      holdPin(await prove(pin, pin_check))
      const carepads = await loadCarepads()
      const rights = rightsOf(getSession())
      if (rights === undefined || !may(rights, 'manageCarepads')) return
      // Reset while nobody knew the PIN.
      const plain = carepads.filter(({ name_state }) => name_state === 'plain')
      for (const { carepad_id: id, carepad_name } of plain) {
        await sendName(carepad_name, id, (body) => api.carepads.change({ id, body }))
      }
      if (plain.length > 0) await loadCarepads()
    },
    gcTime: 0,
  })

/** Locks the names of this tab. */
export function lockNames(): void {
  forgetPin()
  void queryClient.invalidateQueries(carepadsQuery)
}

interface PinChange {
  /** The PIN until now; undefined where no name is under one. */
  readonly current: string | undefined
  readonly pin: string
}

/** True where names are under a PIN, so that it has to be known to change it. */
export const needsCurrentPin = (carepads: readonly Pick<Carepad, 'encrypted'>[]): boolean =>
  carepads.some(({ encrypted }) => encrypted)

/**
 * Sets the PIN with all names in one call, which the server does wholly or not at all: however it is interrupted, all names
 * are under the old PIN or all under the new one.
 */
export async function setPin({ current, pin }: PinChange): Promise<PinKey> {
  const next = await makePin(pin, randomBytes)
  for (let tries = 1; ; tries += 1) {
    const { pin_check: replaces } = await reloadProfile()
    const stored = await loadStoredCarepads()
    const old = needsCurrentPin(stored) ? await prove(current ?? '', replaces) : undefined
    const plain = await Promise.all(stored.map((pad) => plainOf(pad, old)))
    const lost = plain.filter((name) => name === undefined).length
    if (lost > 0) throw new PinFault('unreadable', lost)
    const names = await Promise.all(
      stored.map(async ({ carepad_id }, at): Promise<[string, string]> => {
        return [carepad_id, await encryptName(plain[at]!, next.key, randomBytes)]
      }),
    )
    const body = { pin_check: next.pinCheck, replaces, names_hash: namesHash(stored), names }
    try {
      await api.pins.set({ body })
      return next
    } catch (error) {
      // The answer may have been lost on its way.
      if (isAway(error) && (await reloadProfile()).pin_check === next.pinCheck) return next
      const isStale = isRefusal(error, errors.conflict) && (error as CallError).info === 'names'
      if (!isStale || tries === MOST_TRIES) throw error
    }
  }
}

const plainOf = async ({ carepad_name, encrypted }: Carepad, pin: PinKey | undefined): Promise<string | undefined> =>
  !encrypted ? carepad_name : pin && decryptName(carepad_name, pin.key)

/** The server gets what proves the PIN, never the PIN. Throws a `PinFault` where that is not enough. */
export const useSetPin = () =>
  useMutation({
    mutationFn: async (change: PinChange) => {
      const pin = await setPin(change)
      noteProfile({ pin_check: pin.pinCheck })
      holdPin(pin)
      await loadCarepads()
    },
    gcTime: 0,
  })
