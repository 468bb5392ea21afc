/** The about page: its picture at once, its link by the save bar. Source: specification §5, §8; design language §13.12. */
import { IconArrowLeft } from '@tabler/icons-react'
import { ABOUT_IMAGE_LIMITS } from '@whereabouts/domain/picture-limits'
import { type FormEvent, useId, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { toWebLink } from '../../lib/web-link.ts'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { DoneNotice, InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { useSession } from '../auth/session-store.ts'
import { bytesText } from '../pictures/chosen-picture.ts'
import { AboutCard } from './about-card.tsx'
import { AboutImageRow } from './about-image-row.tsx'
import { ABOUT_RULES, useChangeAboutImage, useChangeAboutLink } from './queries.ts'
import styles from './settings.module.css'
import { useUpload } from './use-upload.ts'

export function AboutSettings({ canChange }: { canChange: boolean }) {
  const t = useT()
  const formId = useId()
  const { userInfo } = useSession()
  const saved = userInfo?.about_content ?? ''
  const [typed, setTyped] = useState<string>()
  const [wasLeft, setWasLeft] = useState(false)
  const upload = useUpload(useChangeAboutImage(), ABOUT_RULES)
  const change = useChangeAboutLink()

  const text = typed ?? saved
  const link = toWebLink(text)
  const isChanged = typed !== undefined && typed.trim() !== saved

  const settle = () => {
    setTyped(undefined)
    setWasLeft(false)
  }
  const discard = () => {
    settle()
    change.reset()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setWasLeft(true)
    if (link !== undefined) change.mutate(link, { onSuccess: settle })
  }
  const limits = t('aboutPage.limits', {
    width: ABOUT_IMAGE_LIMITS.width,
    height: ABOUT_IMAGE_LIMITS.height,
    bytes: bytesText(ABOUT_IMAGE_LIMITS.bytes),
  })

  return (
    <PageBody
      title={t('menu.setting.about')}
      hint={t('aboutPage.hint')}
      foot={
        isChanged && (
          <SaveBar changed={t('aboutPage.changed')} form={formId} isPending={change.isPending} onDiscard={discard} />
        )
      }
    >
      {!canChange && <InfoNotice>{t('branding.ownerOnly')}</InfoNotice>}
      <form id={formId} className={styles.columns} noValidate onSubmit={save}>
        <div className={styles.column}>
          <section aria-labelledby="about-image">
            <h2 id="about-image" className={styles.title}>
              {t('aboutPage.image')}
            </h2>
            <AboutImageRow address={userInfo?.about_image ?? ''} canChange={canChange} upload={upload} />
            {upload.fault === undefined && <FieldNote id={`${formId}-limits`} fault={undefined} hint={limits} />}
            <div role="alert">
              <FieldNote id={`${formId}-fault`} fault={upload.fault} hint={undefined} />
            </div>
          </section>
          <TextField
            label={t('aboutPage.link')}
            hint={t('aboutPage.linkHint')}
            type="url"
            inputMode="url"
            maxLength={2000}
            isCompact
            readOnly={!canChange}
            value={text}
            fault={wasLeft && link === undefined ? t('aboutPage.linkFault') : undefined}
            onBlur={() => setWasLeft(true)}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <FormFailure error={upload.failure ?? change.error ?? undefined} />
          <DoneNotice>
            {upload.done && t(upload.done === 'upload' ? 'aboutPage.uploaded' : 'aboutPage.resetDone')}
          </DoneNotice>
          <DoneNotice>{change.isSuccess && !isChanged ? t('success.saved') : undefined}</DoneNotice>
        </div>
        <section className={styles.preview} aria-labelledby="about-preview">
          <h2 id="about-preview">{t('aboutPage.preview')}</h2>
          <div>
            <p>
              <Glyph icon={IconArrowLeft} size={17} />
              {t('account.about')}
            </p>
            <div>
              <AboutCard link={link ?? ''} />
            </div>
          </div>
        </section>
      </form>
      <LeaveGuard isChanged={isChanged} hint={t('aboutPage.leaveHint')} />
    </PageBody>
  )
}
