/** The unit of temperatures that the account has chosen. Source: G70. */
import { useSession } from '../auth/session-store.ts'
import type { Unit } from './carepad-state.ts'

export const useAccountUnit = (): Unit => useSession().userInfo?.temperature_unit ?? 'C'
