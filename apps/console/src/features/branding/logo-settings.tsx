/** The account's logo: upload, what is there, reset. Source: specification §5, §8; G67; design language §13.12. */
import { IconRestore } from '@tabler/icons-react'
import { LOGO_LIMITS } from '@whereabouts/domain/picture-limits'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { DoneNotice, InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { useSession } from '../auth/session-store.ts'
import { bytesText } from '../pictures/chosen-picture.ts'
import { PictureDrop } from '../pictures/picture-drop.tsx'
import { LogoPreview } from './logo-preview.tsx'
import { LOGO_RULES, useChangeLogo, usePictureFacts } from './queries.ts'
import styles from './settings.module.css'
import { useUpload } from './use-upload.ts'

export function LogoSettings({ canChange }: { canChange: boolean }) {
  const t = useT()
  const address = useSession().userInfo?.custom_logo ?? ''
  const facts = usePictureFacts(address)
  const upload = useUpload(useChangeLogo(), LOGO_RULES)

  return (
    <PageBody title={t('menu.setting.logo')} hint={t('logo.hint')}>
      {!canChange && <InfoNotice>{t('branding.ownerOnly')}</InfoNotice>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <PictureDrop
            invitation={t('logo.drop')}
            limits={t('logo.limits', { height: LOGO_LIMITS.height, bytes: bytesText(LOGO_LIMITS.bytes) })}
            types={LOGO_RULES.types}
            fault={upload.fault}
            isDisabled={!canChange || upload.isPending}
            onFile={(file) => void upload.choose(file)}
          />
          <FormFailure error={upload.failure} />
          <DoneNotice>{upload.done && t(upload.done === 'upload' ? 'logo.uploaded' : 'logo.resetDone')}</DoneNotice>
          <LogoPreview />
        </div>
        <section className={styles.card} aria-labelledby="current-logo">
          <h2 id="current-logo">{t('logo.current')}</h2>
          <dl>
            <dt>{t('logo.which')}</dt>
            <dd>{t(address === '' ? 'logo.default' : 'logo.own')}</dd>
            {facts && (
              <>
                <dt>{t('logo.size')}</dt>
                <dd className="wb-num">{t('branding.measure', { ...facts, bytes: bytesText(facts.bytes) })}</dd>
              </>
            )}
          </dl>
          {canChange && address !== '' && (
            <Button icon={<Glyph icon={IconRestore} size={16} />} isPending={upload.isPending} onClick={upload.reset}>
              {t('branding.reset')}
            </Button>
          )}
        </section>
      </div>
    </PageBody>
  )
}
