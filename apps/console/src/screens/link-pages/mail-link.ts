/** The token of a mail: what it is for, and using it up. Source: G26; security rule 9. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { MailLink } from '@whereabouts/contract/accounts'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { arrival } from '../../lib/arrival.ts'
import { isRefusal } from '../../lib/refusals.ts'

/** Where a link led to, as /page-expired?from= names it. */
export const EXPIRED_FROM = [
  'reset-password',
  'change-email',
  'delete-account',
  'unassign-device',
  'accept-share',
  'confirm-contact',
  'setup',
  'access-link',
] as const
export type ExpiredFrom = (typeof EXPIRED_FROM)[number]

/** Needs no session: the token names the person. */
export const AS_NOBODY = { token: '' }

/** Goes to the page that says that a link does not work any more. */
function useExpired(from: ExpiredFrom): () => void {
  const navigate = useNavigate()
  return useCallback(() => void navigate({ to: '/page-expired', search: { from }, replace: true }), [navigate, from])
}

/** The token this page was opened with; '' where there was none. It is used up when the page is done with it. */
export function useArrivedToken(): string {
  const [token] = useState(() => arrival.get('token') ?? '')
  return token
}

/** Looks at a link without using it up; one that is for another page counts as none. */
export function usePreview(token: string, purposes: readonly MailLink['purpose'][]) {
  return useQuery({
    // The token stays out of the key, which tools show.
    queryKey: ['mail-link', ...purposes],
    queryFn: async () => {
      const link = await api.accounts.previewLink({ body: { token } }, AS_NOBODY)
      if (!purposes.includes(link.purpose)) {
        const { code } = errors.invalidToken
        throw new CallError(401, code, 'This link is for another page.')
      }
      return link
    },
    enabled: token !== '',
    gcTime: 0,
  })
}

interface MailLinkUse<Answer, Input> {
  readonly from: ExpiredFrom
  readonly purposes: readonly MailLink['purpose'][]
  /** The call that uses the token up. */
  readonly use: (token: string, input: Input) => Promise<Answer>
}

/** A page that shows what its link will do, and does it at the press of a button. Dead links lead to /page-expired. */
export function useMailLink<Answer, Input = void>({ from, purposes, use }: MailLinkUse<Answer, Input>) {
  const token = useArrivedToken()
  const expired = useExpired(from)
  const preview = usePreview(token, purposes)
  const action = useMutation({
    mutationFn: (input: Input) => use(token, input),
    onSuccess: () => arrival.delete('token'),
  })
  const isDead =
    token === '' || isRefusal(preview.error, errors.invalidToken) || isRefusal(action.error, errors.invalidToken)
  useEffect(() => {
    if (isDead) expired()
  }, [isDead, expired])
  return { preview, action, isDead }
}
