/** The way back from another sign-in service. Source: G24; security rule 7. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useEffect, useRef } from 'react'
import { comeHome, departFor, type Homecoming, PROVIDER_NAMES } from '../../features/auth/provider-sign-in.ts'
import { configQuery } from '../../features/auth/queries.ts'
import { type ProviderProof, signInByProvider } from '../../features/auth/sign-in.ts'
import { PushWait } from '../../features/push/push-wait.tsx'
import { arrival } from '../../lib/arrival.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LinkPage, LinkPageLoading } from './link-page.tsx'
import { SignInLink } from './sign-in-link.tsx'

const REASONS: Record<Exclude<Homecoming['outcome'], 'proved'>, MessageId> = {
  cancelled: 'return.cancelled',
  notAsked: 'return.notAsked',
  failed: 'return.refused',
}

/** Why our server refused the person that the service named; undefined where the error's own text is enough. */
function reasonOf(error: unknown): MessageId | undefined {
  if (isRefusal(error, errors.emailExists)) return 'return.known'
  if (isRefusal(error, errors.forbidden)) return 'signUp.offText'
  if (isRefusal(error, errors.invalidToken, errors.wrongCredentials, errors.invalidInput)) return 'return.refused'
  return undefined
}

export function SigninReturn() {
  const t = useT()
  const navigate = useNavigate()
  const config = useQuery(configQuery)
  const { departure, judged } = comeHome(arrival)
  const entry = useMutation({
    mutationFn: (proof: ProviderProof) => signInByProvider(proof),
    // The sign-in page takes signed-in people onwards, and shows the consumer panel to others.
    onSuccess: () => void navigate({ to: '/', replace: true }),
  })
  const { mutate } = entry
  const hasBegun = useRef(false)
  const proof =
    judged.outcome === 'proved' && departure !== undefined ? { ...departure, idToken: judged.idToken } : undefined
  useEffect(() => {
    if (proof === undefined || hasBegun.current) return
    hasBegun.current = true
    mutate(proof)
  }, [proof, mutate])

  const name = departure && PROVIDER_NAMES[departure.provider]
  if (judged.outcome === 'proved' && entry.error === null) {
    return (
      <LinkPageLoading title={t('return.title', { name: name ?? '' })}>
        <PushWait isPending={entry.isPending} />
      </LinkPageLoading>
    )
  }
  const service = config.data?.providers.find(({ provider }) => provider === departure?.provider)
  const isUnreachable = entry.error instanceof CallError && entry.error.status === 0
  const again = () => {
    // What the service said is still good where only we could not be reached.
    if (isUnreachable && proof !== undefined) mutate(proof)
    else if (service !== undefined && departure !== undefined) departFor(service, departure)
  }
  const reason = judged.outcome === 'proved' ? reasonOf(entry.error) : REASONS[judged.outcome]
  return (
    <LinkPage
      title={t('return.failedTitle')}
      actions={
        <>
          <SignInLink tone={service === undefined ? 'primary' : 'default'} label="link.backToSignIn" />
          {service !== undefined && (
            <Button tone="primary" size="large" isPending={entry.isPending} onClick={again}>
              {t('return.again', { name: name ?? '' })}
            </Button>
          )}
        </>
      }
    >
      <FormFailure error={entry.error} words={reason && t(reason, { name: name ?? '' })} />
    </LinkPage>
  )
}
