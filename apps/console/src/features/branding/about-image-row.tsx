/** The picture of the about page as it is, and the ways to change it. */
import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { bytesText } from '../pictures/chosen-picture.ts'
import { usePicture } from '../pictures/use-picture.ts'
import { ABOUT_RULES, usePictureFacts } from './queries.ts'
import styles from './settings.module.css'
import type { Upload } from './use-upload.ts'

interface AboutImageRowProps {
  readonly address: string
  readonly canChange: boolean
  readonly upload: Upload
}

export function AboutImageRow({ address, canChange, upload }: AboutImageRowProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const picture = usePicture(address)
  const facts = usePictureFacts(address)
  const isOwn = address !== ''
  return (
    <div className={styles.row}>
      <span className={styles.thumb}>{picture ? <img src={picture} alt="" /> : <Glyph icon={IconPhoto} />}</span>
      <p>
        {t(isOwn ? 'aboutPage.own' : 'aboutPage.none')}
        <small className="wb-num">
          {facts && t('branding.measure', { ...facts, bytes: bytesText(facts.bytes) })}
          {!isOwn && t('aboutPage.noneHint')}
        </small>
      </p>
      {canChange && (
        <span className={styles.rowActions}>
          <input
            ref={input}
            type="file"
            hidden
            accept={ABOUT_RULES.types.map((type) => `image/${type}`).join(',')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file !== undefined) void upload.choose(file)
              // The same file may be chosen again, mended.
              event.currentTarget.value = ''
            }}
          />
          <Button isPending={upload.isPending} onClick={() => input.current?.click()}>
            {t(isOwn ? 'aboutPage.replace' : 'aboutPage.choose')}
          </Button>
          {isOwn && (
            <Button disabled={upload.isPending} onClick={upload.reset}>
              {t('aboutPage.resetImage')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
