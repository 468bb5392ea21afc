/** Who is signed in, and what can be changed from here. */
import { SegmentedControl } from '@mantine/core'
import {
  IconChevronRight,
  IconCircleHalf2,
  IconInfoCircle,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { chooseScheme, type SchemeChoice, useSchemeChoice } from '../../lib/colour-scheme.ts'
import { useLocale, useT } from '../../lib/i18n.ts'
import { LANGUAGE_NAMES } from '../../lib/language.ts'
import { accountPath } from '../../lib/paths.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { signOut } from '../auth/sign-in.ts'
import styles from './account-popover.module.css'
import { AVATAR_SIZE, Avatar } from './avatar.tsx'
import { accountClass, ROLE_SUFFIX } from './names.ts'

export type SubView = 'language' | 'about'

const focus = (element: HTMLElement | null) => element?.focus()

interface AccountInfoProps {
  readonly onView: (view: SubView) => void
  /** The view one comes back from: the focus goes to the item that had led there. */
  readonly cameFrom: SubView | undefined
  /** The popover closes, as the page changes. */
  readonly onLeave: () => void
  readonly onHelp: () => void
}

export function AccountInfo({ onView, cameFrom, onLeave, onHelp }: AccountInfoProps) {
  const t = useT()
  const hasKeys = useSingleKeys()
  const locale = useLocale()
  const session = useSession()
  const scheme = useSchemeChoice()
  const { userInfo } = session
  const rights = rightsOf(session)
  const canOpenAccount = rights !== undefined && may(rights, 'editDevices')
  const suffix = ROLE_SUFFIX[session.authority]
  const classLine = accountClass(session)
  const name = userInfo?.fullname || userInfo?.email || ''
  const languageName = LANGUAGE_NAMES.find(([code]) => code === locale)?.[1]

  return (
    <>
      <div className={styles.person}>
        <Avatar profile={userInfo} size={AVATAR_SIZE} />
        <div>
          <p className={styles.name}>
            {name} {suffix && <span>({t(suffix)})</span>}
          </p>
          {userInfo?.fullname && <p className={styles.email}>{userInfo.email}</p>}
          <p className={styles.class}>{classLine && t(classLine)}</p>
        </div>
      </div>
      <ul className={styles.items}>
        {canOpenAccount && (
          <li>
            <Link {...accountPath('information')} className={styles.item} onClick={() => onLeave()}>
              <Glyph icon={IconUserCircle} />
              <span>{t('account.information')}</span>
            </Link>
          </li>
        )}
        <li>
          <button
            ref={cameFrom === 'language' ? focus : undefined}
            type="button"
            className={styles.item}
            onClick={() => onView('language')}
          >
            <Glyph icon={IconLanguage} />
            <span>{t('account.language')}</span>
            <small>{languageName}</small>
            <Glyph icon={IconChevronRight} size={16} />
          </button>
        </li>
        <li className={styles.item}>
          <Glyph icon={IconCircleHalf2} />
          <span id="appearance">{t('account.appearance')}</span>
          <SegmentedControl
            size="xs"
            withItemsBorders={false}
            classNames={{ root: styles.choice, label: styles.choiceLabel, indicator: styles.chosen }}
            aria-labelledby="appearance"
            value={scheme}
            onChange={(value) => chooseScheme(value as SchemeChoice)}
            data={[
              { value: 'light', label: t('account.light') },
              { value: 'dark', label: t('account.dark') },
              { value: 'auto', label: t('account.auto') },
            ]}
          />
        </li>
        <li>
          <button type="button" className={styles.item} onClick={onHelp}>
            <Glyph icon={IconKeyboard} />
            <span>{t('account.keys')}</span>
            {hasKeys && <kbd>?</kbd>}
          </button>
        </li>
        <li>
          <button
            ref={cameFrom === 'about' ? focus : undefined}
            type="button"
            className={styles.item}
            onClick={() => onView('about')}
          >
            <Glyph icon={IconInfoCircle} />
            <span>{t('account.about')}</span>
            <Glyph icon={IconChevronRight} size={16} />
          </button>
        </li>
      </ul>
      <div className={styles.foot}>
        <Button icon={<Glyph icon={IconLogout} size={16} />} onClick={() => signOut().catch(showError)}>
          {t('account.signOut')}
        </Button>
      </div>
    </>
  )
}
