/** Changes of the own account. Source: contract auth and accounts; G27 to G29, G58. */
import { useMutation } from '@tanstack/react-query'
import type { ProfileChange } from '@whereabouts/contract/auth'
import { goOnWith } from '../../lib/account.ts'
import { api } from '../../lib/api.ts'
import { noteProfile } from '../auth/queries.ts'

/** Changes the profile; the answer is shown. */
export const useChangeProfile = () =>
  useMutation({
    mutationFn: (change: ProfileChange) => api.auth.changeProfile({ body: { user: change } }),
    onSuccess: noteProfile,
  })

export interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
}

/** The session goes on with a new token, in every tab: they read it at each call. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: async ({ oldPassword, newPassword }: PasswordChange) => {
      const user = { old_password: oldPassword, new_password: newPassword }
      const { access_token } = await api.accounts.changePassword({ body: { user } })
      goOnWith(access_token)
    },
  })

/** Sends a link to the new address; nothing changes before it is opened. */
export const useChangeEmail = () =>
  useMutation({ mutationFn: (email: string) => api.accounts.changeEmail({ body: { user: { email } } }) })

export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => api.accounts.resendConfirmation({ body: { user: { email } } }) })

/** Sends a link to the own address; nothing is deleted before it is opened. */
export const useRemoveAccount = () =>
  useMutation({ mutationFn: (email: string) => api.accounts.remove({ body: { user: { email } } }) })
