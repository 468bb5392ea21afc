/** Leads to the sign-in page. */
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { storedAccount } from '../../lib/account.ts'
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { ButtonLink } from '../../ui/button.tsx'

interface SignInLinkProps {
  readonly tone?: 'primary' | 'default'
  readonly label?: MessageId
}

export function SignInLink({ tone = 'primary', label = 'link.signIn' }: SignInLinkProps) {
  const t = useT()
  const navigate = useNavigate()
  // A link page leaves the session of this browser alone; a whole load judges it as every start does.
  const follow = (event: MouseEvent) => {
    if (storedAccount.read() !== undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/' })
  }
  return (
    <ButtonLink href="/" tone={tone} size="large" onClick={follow}>
      {t(label)}
    </ButtonLink>
  )
}
