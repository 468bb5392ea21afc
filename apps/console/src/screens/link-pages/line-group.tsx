/** Gives a LINE group that the bot was invited to its nickname. Source: specification §2, §8; G62. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { may, toRole } from '@whereabouts/contract/roles'
import { useEffect, useState } from 'react'
import { callToken } from '../../features/auth/main-load.ts'
import { resetSession } from '../../features/auth/reset.ts'
import { storedAccessLinkFlag } from '../../features/auth/session-store.ts'
import { signOut } from '../../features/auth/sign-in.ts'
import { storedAccount } from '../../lib/account.ts'
import { api } from '../../lib/api.ts'
import { arrival } from '../../lib/arrival.ts'
import { isSessionEnd, refusalTitle } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { storedReturnTo } from '../../lib/return-to.ts'
import { inThisTab, stored } from '../../lib/storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Done, LinkPage, LinkPageLoading } from './link-page.tsx'
import { NicknameForm } from './nickname-form.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { TryAgain } from './try-again.tsx'

/** The code waits in this tab while somebody signs in. */
const storedCode = stored<string>(inThisTab, 'lineCode', (value) => (typeof value === 'string' ? value : undefined))

function takeCode(): string {
  const arrived = arrival.get('code')
  if (arrived !== null) storedCode.write(arrived)
  return arrived ?? storedCode.read() ?? ''
}

function forgetCode(): void {
  arrival.delete('code')
  storedCode.remove()
}

export function LineGroup() {
  const t = useT()
  const navigate = useNavigate()
  const [code] = useState(takeCode)
  const isSignedIn = storedAccount.read() !== undefined
  const visitor = useQuery({
    queryKey: ['line-visitor'],
    queryFn: async () => {
      await callToken(Date.now())
      return api.auth.profile()
    },
    enabled: isSignedIn && code !== '',
    gcTime: 0,
  })
  const linking = useMutation({
    mutationFn: (note: string) => api.line.note({ body: { link_code: code, note } }),
    onSuccess: forgetCode,
  })

  const goToSignIn = () => {
    storedReturnTo.write('/line-group')
    void navigate({ to: '/' })
  }
  const failure = linking.error ?? visitor.error
  const hasEnded = failure instanceof CallError && isSessionEnd(failure.status, failure.code)
  useEffect(() => {
    if (!hasEnded) return
    // The sign-in page opens, says why, and leads back here.
    storedReturnTo.write('/line-group')
    resetSession('expired')
  }, [hasEnded])

  if (linking.isSuccess) {
    return (
      <LinkPage title={t('line.doneTitle')} text={t('line.doneText')} actions={<ToConsole />}>
        <Done>{linking.data.line_group.note}</Done>
      </LinkPage>
    )
  }
  if (code === '' || isRefusal(linking.error, errors.invalidGroupLinkCode)) {
    return (
      <LinkPage
        title={refusalTitle(errors.invalidGroupLinkCode)}
        text={t('line.deadText')}
        actions={isSignedIn ? <ToConsole /> : <SignInLink />}
      />
    )
  }
  if (isRefusal(linking.error, errors.groupAlreadyAdded)) {
    return <LinkPage title={refusalTitle(errors.groupAlreadyAdded)} text={t('line.doneText')} actions={<ToConsole />} />
  }
  if (!isSignedIn) {
    return (
      <LinkPage
        title={t('line.signInTitle')}
        text={t('line.signInText')}
        actions={
          <Button tone="primary" size="large" onClick={goToSignIn}>
            {t('line.signIn')}
          </Button>
        }
      />
    )
  }
  if (visitor.error !== null && !hasEnded) {
    return (
      <TryAgain
        title={t('line.title')}
        error={visitor.error}
        isPending={visitor.isFetching}
        onTry={() => void visitor.refetch()}
      />
    )
  }
  if (visitor.data === undefined || hasEnded) return <LinkPageLoading title={t('line.title')} />
  const { fullname, email, groups } = visitor.data
  const name = fullname || email
  const rights = {
    role: toRole(visitor.data.class),
    groups,
    userFromAccessLink: storedAccessLinkFlag.read() ?? false,
  }
  if (!may(rights, 'manageLine') || isRefusal(linking.error, errors.forbidden)) {
    return (
      <LinkPage
        title={t('line.noRightTitle')}
        text={t('line.noRightText', { name })}
        actions={
          <Button
            tone="primary"
            size="large"
            onClick={() => {
              storedReturnTo.write('/line-group')
              void signOut()
            }}
          >
            {t('line.signInAsOther')}
          </Button>
        }
      />
    )
  }
  return (
    <LinkPage title={t('line.title')} text={t('line.text')}>
      <NicknameForm
        account={t('line.account', { name })}
        error={linking.error}
        isPending={linking.isPending}
        onSend={(note) => linking.mutate(note)}
      />
    </LinkPage>
  )
}

function ToConsole() {
  const t = useT()
  return (
    <ButtonLink href="/" tone="primary" size="large">
      {t('line.toConsole')}
    </ButtonLink>
  )
}
