/** Access links: who may come in without an account. Source: specification §2; design language §13.13. */
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AccessLink } from '@whereabouts/contract/access-links'
import { useState } from 'react'
import { DeleteLinks } from '../../features/access-links/delete-links.tsx'
import { LinksTable } from '../../features/access-links/links-table.tsx'
import { NewLinkForm } from '../../features/access-links/new-link-form.tsx'
import { accessLinksQuery } from '../../features/access-links/queries.ts'
import { ShowLink } from '../../features/access-links/show-link.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { accessLinks } from '../../locales/access-links.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { useSelection } from '../../ui/use-selection.ts'

addTexts(accessLinks)

type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'show'; readonly link: AccessLink; readonly isNew: boolean }
  | { readonly dialog: 'delete'; readonly links: readonly AccessLink[] }

export default function LinksPage() {
  const t = useT()
  const { data: links, error, refetch } = useQuery(accessLinksQuery)
  const selection = useSelection((links ?? []).map(({ link_code }) => link_code))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const newButton = (
    <Button
      key="new"
      tone="primary"
      icon={<Glyph icon={IconPlus} size={16} />}
      onClick={() => setOpen({ dialog: 'new' })}
    >
      {t('links.new')}
    </Button>
  )

  return (
    <PageBody
      title={t('menu.account.links')}
      hint={t('links.hint')}
      action={
        selection.size > 0 ? (
          // Another button, not the one before it in other colours.
          <Button
            key="delete"
            tone="remove"
            icon={<Glyph icon={IconTrash} size={16} />}
            onClick={() =>
              setOpen({ dialog: 'delete', links: (links ?? []).filter((link) => selection.has(link.link_code)) })
            }
          >
            {t('links.delete', { count: selection.size })}
          </Button>
        ) : (
          links && links.length > 0 && newButton
        )
      }
    >
      {links === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {links?.length === 0 && <EmptyList title={t('links.none')} hint={t('links.noneHint')} action={newButton} />}
      {links && links.length > 0 && (
        <LinksTable
          links={links}
          selection={selection}
          onShow={(link) => setOpen({ dialog: 'show', link, isNew: false })}
        />
      )}
      {open?.dialog === 'new' && (
        <NewLinkForm
          links={links ?? []}
          onMade={(link) => setOpen({ dialog: 'show', link, isNew: true })}
          onClose={close}
        />
      )}
      {open?.dialog === 'show' && <ShowLink link={open.link} isNew={open.isNew} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteLinks links={open.links} onClose={close} />}
    </PageBody>
  )
}
