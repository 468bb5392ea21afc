/** What people own as pictures, and the way in behind each. Source: decision 0057; specification §2 Add Devices. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { settingPath } from '../../lib/paths.ts'
import { connect } from '../../locales/connect.ts'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { ConnectSender } from '../credentials/connect-sender.tsx'
import { credentialsQuery } from '../credentials/queries.ts'
import styles from './connect.module.css'
import { FindTag } from './find-tag.tsx'
import { ThingCards } from './thing-cards.tsx'
import { freeName, THING_IDS, THINGS, type ThingId } from './things.ts'

addTexts(connect)

export function ConnectThings() {
  const t = useT()
  const rights = rightsOf(useSession())
  const canManage = rights !== undefined && may(rights, 'manageCredentials')
  const { data: senders } = useQuery({ ...credentialsQuery, enabled: canManage })
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ThingId>()
  // A password is handed out for whatever sends, so that not everybody sees those ways.
  const shown = THING_IDS.filter((id) => canManage || THINGS[id].kind === 'tag')
  const way = chosen && THINGS[chosen]
  const title = chosen && t('connect.of', { thing: t(`connect.${chosen}`) })
  const close = () => setChosen(undefined)
  return (
    <section className={styles.section} aria-labelledby="connect">
      <h2 id="connect">{t('connect.title')}</h2>
      <ThingCards
        label={t('connect.title')}
        things={shown.map((id) => ({ id, name: t(`connect.${id}`), hint: t(`connect.${id}.hint`) }))}
        onChoose={(id) => {
          const next = THINGS[id]
          if (next.kind === 'page') void navigate(settingPath(next.tab))
          else setChosen(id)
        }}
      />
      {title && way?.kind === 'sender' && (
        <ConnectSender
          title={title}
          kinds={way.kinds}
          name={freeName(way.name, new Set(senders?.map(({ sender_id }) => sender_id)))}
          onClose={close}
        />
      )}
      {title && way?.kind === 'tag' && (
        <FindTag
          key={chosen}
          title={title}
          make={way.make}
          onBoard={canManage ? () => setChosen('espresense') : undefined}
          onClose={close}
        />
      )}
    </section>
  )
}
