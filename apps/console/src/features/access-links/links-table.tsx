/** The links of the account: name, role, how long they last; to tick, show and copy. */
import { IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react'
import type { AccessLink } from '@whereabouts/contract/access-links'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import type { Selection } from '../../ui/use-selection.ts'
import styles from './access-links.module.css'
import { Expiry } from './expiry.tsx'
import { ROLE_NAMES } from './new-link-form.tsx'
import { useCopyLink } from './use-copy-link.ts'

interface LinksTableProps {
  readonly links: readonly AccessLink[]
  readonly selection: Selection
  readonly onShow: (link: AccessLink) => void
}

export function LinksTable({ links, selection, onShow }: LinksTableProps) {
  const t = useT()
  return (
    <Table
      isTall
      columns={[
        { label: t('links.name'), span: 2 },
        { label: t('links.code') },
        { label: t('links.role') },
        { label: t('links.expires') },
        { label: t('links.created') },
        { label: t('links.show'), isLabelHidden: true },
      ]}
    >
      {links.map((link) => (
        <tr key={link.link_code} data-ticked={selection.has(link.link_code) || undefined}>
          <td className={table.tick}>
            <TickBox
              label={t('links.tick', { name: link.name })}
              isTicked={selection.has(link.link_code)}
              onToggle={() => selection.toggle(link.link_code)}
            />
          </td>
          <td className={table.main}>
            <strong>{link.name}</strong>
            <small>{[link.notes, link.has_password && t('links.hasPassword')].filter(Boolean).join(' · ')}</small>
          </td>
          <td className={table.line}>
            <span className={styles.code}>
              <code translate="no">{link.link_code}</code>
              <CopyButton link={link} />
            </span>
          </td>
          <td>
            <Tag tone={link.role === 'support' ? 'prim' : 'plain'}>{t(ROLE_NAMES[link.role])}</Tag>
          </td>
          <td>
            <Expiry at={link.expire_time} />
          </td>
          <td className={table.time}>{formatTime(link.created_time)}</td>
          <td className={table.end}>
            <div>
              <IconButton label={t('links.showOf', { name: link.name })} onClick={() => onShow(link)}>
                <Glyph icon={IconQrcode} />
              </IconButton>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function CopyButton({ link }: { link: AccessLink }) {
  const t = useT()
  const { isCopied, copy } = useCopyLink(link)
  return (
    <>
      <span role="status" className={isCopied ? styles.copied : 'wb-visually-hidden'}>
        {isCopied && t('links.copied')}
      </span>
      <IconButton label={t('links.copyOf', { name: link.name })} onClick={() => copy().catch(showError)}>
        <Glyph icon={isCopied ? IconCheck : IconCopy} />
      </IconButton>
    </>
  )
}
