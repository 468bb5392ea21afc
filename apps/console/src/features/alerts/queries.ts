/** How the account wants alarms answered for, and a trial of its ring. Source: contract alarms and notifications; G60, G86. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { AlertSettingsRequest } from '@whereabouts/contract/alarms'
import { queryClient } from '../../lib/query-client.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { api } from '../../lib/signed-in-api.ts'

/** Saved as a whole, and no stream keeps it true: who comes to it, or back to it, sees what others have saved meanwhile. */
export const alertSettingsQuery = queryOptions({
  queryKey: ['alertSettings'],
  queryFn: ({ signal }) => api.alarms.getSettings(undefined, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export const useSaveAlertSettings = () =>
  useMutation({
    mutationFn: (body: AlertSettingsRequest) => api.alarms.saveSettings({ body }),
    onSuccess: (answer) => void queryClient.setQueryData(alertSettingsQuery.queryKey, answer),
  })

/** A contact that has not agreed yet gets the link again. */
export const useAskContact = () =>
  useMutation({ mutationFn: (email: string) => api.alarms.askContact({ body: { email } }) })

/** Every console of the account opens a test alert, this one too. */
export const useTestAlert = () =>
  useMutation({
    mutationFn: () => api.notifications.push({ body: { type: 'test', event_time_ms: serverNowMs() } }),
  })
