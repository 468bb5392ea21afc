/** Everything the account owns, as one archive to keep. */
import { IconDownload } from '@tabler/icons-react'
import { LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './account-dialogs.module.css'
import { cancelExport, exportState, startExport } from './export-account.ts'

export function ExportCard() {
  const t = useT()
  const size = useSizeText()
  const now = useStore(exportState)
  const isReceiving = now.step === 'receiving'
  const isBroken = now.step === 'failed' && !(now.failure instanceof Error && now.failure.name === 'CallError')
  return (
    <section className={styles.card} aria-labelledby="export-account">
      <div>
        <h2 id="export-account">{t('info.export')}</h2>
        <p>{t('info.exportHint')}</p>
        {now.step === 'failed' && (
          <FormFailure error={now.failure} words={isBroken ? t('info.exportBroken') : undefined} />
        )}
        <p role="status" className="wb-num">
          {now.step === 'done' && t('info.exported', { size: size(now.bytes) })}
          {isReceiving && t('info.exporting')}
        </p>
      </div>
      {isReceiving && (
        <>
          <span className={`${styles.sent} wb-num`}>{size(now.bytes)}</span>
          <Button onClick={cancelExport}>{t('dialog.cancel')}</Button>
        </>
      )}
      <Button icon={<Glyph icon={IconDownload} size={16} />} isPending={isReceiving} onClick={() => void startExport()}>
        {t('info.exportButton')}
      </Button>
    </section>
  )
}

const MEGABYTE = 1_000_000

/** Bytes as megabytes in the language of the moment. */
function useSizeText(): (bytes: number) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
    ...{ style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  })
  return (bytes) => format.format(bytes / MEGABYTE)
}
