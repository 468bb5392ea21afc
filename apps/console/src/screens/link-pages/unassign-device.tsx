/** The last step of removing trackers, stations or carepads. Source: specification §4 Confirmations; G26. */
import type { MailLink } from '@whereabouts/contract/accounts'
import { useT } from '../../lib/i18n.ts'
import { api } from '../../lib/signed-in-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './link-page.module.css'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { OneButton } from './one-button.tsx'

/** More names than this would push the button off the screen. */
const MAX_NAMES = 6

const KINDS = {
  remove_trackers: { calls: api.trackers, text: 'unassign.text' },
  remove_stations: { calls: api.stations, text: 'unassign.stationsText' },
  remove_carepads: { calls: api.carepads, text: 'unassign.carepadsText' },
} as const
type Purpose = keyof typeof KINDS

export function UnassignDevice() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'unassign-device',
    purposes: Object.keys(KINDS) as Purpose[],
    use: (token, purpose: MailLink['purpose']) =>
      KINDS[purpose as Purpose].calls.unassign({ body: { token } }, AS_NOBODY),
  })

  if (action.isSuccess) {
    const names = action.data.device_names
    return (
      <LinkPage
        title={t('unassign.doneTitle', { count: names.length })}
        text={t('unassign.doneText')}
        actions={
          <ButtonLink href="/" size="large">
            {t('link.home')}
          </ButtonLink>
        }
      >
        <Done>{names.length === 1 ? names[0] : t('unassign.count', { count: names.length })}</Done>
      </LinkPage>
    )
  }
  const names = preview.data?.device_names ?? []
  const title = t('unassign.title', { count: names.length })
  if (preview.data === undefined || isDead) return <Looking title={title} preview={preview} isDead={isDead} />
  const { purpose } = preview.data
  return (
    <OneButton
      title={title}
      text={
        <>
          {t(KINDS[purpose as Purpose].text, { count: names.length })}
          <span className={styles.names}>
            {names.slice(0, MAX_NAMES).map((name) => (
              <span key={name}>{name}</span>
            ))}
            {names.length > MAX_NAMES && <span>{t('unassign.more', { count: names.length - MAX_NAMES })}</span>}
          </span>
        </>
      }
      error={action.error}
      isPending={action.isPending}
      tone="danger"
      submit={action.isPending ? t('unassign.busy') : t('unassign.submit')}
      onPress={() => action.mutate(purpose)}
    >
      <ButtonLink href="/" size="large">
        {t('unassign.keep')}
      </ButtonLink>
    </OneButton>
  )
}
