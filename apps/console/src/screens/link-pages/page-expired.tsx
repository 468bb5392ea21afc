/** A link that does not work any more, and how to come by a new one. Source: G26, G33. */
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LinkPage } from './link-page.tsx'
import { EXPIRED_FROM, type ExpiredFrom } from './mail-link.ts'
import { SignInLink } from './sign-in-link.tsx'

const TEXTS: Record<ExpiredFrom, MessageId> = {
  'reset-password': 'expired.text',
  'change-email': 'expired.accountText',
  'delete-account': 'expired.accountText',
  'unassign-device': 'expired.deviceText',
  'accept-share': 'expired.shareText',
  'confirm-contact': 'expired.contactText',
  setup: 'expired.setupText',
  'access-link': 'expired.accessText',
}

export function PageExpired() {
  const t = useT()
  const search = useSearch({ strict: false })
  const from = EXPIRED_FROM.find((page) => page === search.from)
  const toAccount = (
    <ButtonLink href="/account/?tab=information" tone="primary" size="large">
      {t('expired.account')}
    </ButtonLink>
  )
  // Leads to the page that sends a new link, where there is one.
  const newLinks: Partial<Record<ExpiredFrom, ReactNode>> = {
    'reset-password': (
      <ButtonLink href="/forgot-password" tone="primary" size="large">
        {t('expired.newLink')}
      </ButtonLink>
    ),
    'change-email': toAccount,
    'delete-account': toAccount,
    'access-link': <SignInLink tone="default" />,
  }
  const isVisit = from === 'access-link'
  return (
    <LinkPage
      title={t('expired.title')}
      text={t(from === undefined ? 'expired.text' : TEXTS[from])}
      actions={
        <>
          {!isVisit && (
            <ButtonLink href="/" size="large">
              {t('link.home')}
            </ButtonLink>
          )}
          {from && newLinks[from]}
        </>
      }
    />
  )
}
