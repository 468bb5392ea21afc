/** The image of an indoor map: chosen and measured, told what is wrong with it, and another one in its place. Source: G08, G52. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapEditing } from '../../locales/map-editing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { bytesText, faultOf, measure, type PictureMeasure } from '../pictures/chosen-picture.ts'
import { pictureFaultText, serverFaultText } from '../pictures/fault-text.ts'
import { PictureDrop } from '../pictures/picture-drop.tsx'
import { MAP_IMAGE_RULES, useChangeMapImage } from './changes.ts'
import styles from './map-dialogs.module.css'
import { isOtherShape } from './plan-geometry.ts'

addTexts(mapEditing)

interface ChosenImage {
  readonly file: File | undefined
  readonly measured: PictureMeasure | undefined
  /** In words. */
  readonly fault: string | undefined
  choose(file: File): Promise<void>
  require(): boolean
  /** Of a failed call: what the server has against the image; undefined when it is something else. */
  serverFault(error: unknown): string | undefined
}

/** The file somebody chose, once it is one that may be sent. */
export function useChosenImage(): ChosenImage {
  const t = useT()
  const [chosen, setChosen] = useState<{ file: File; measured: PictureMeasure }>()
  const [fault, setFault] = useState<string>()
  /** Measuring takes a moment, in which another may be chosen. */
  const latest = useRef<File>(undefined)
  return {
    file: chosen?.file,
    measured: chosen?.measured,
    fault,
    async choose(file) {
      latest.current = file
      const measured = await measure(file, MAP_IMAGE_RULES)
      if (latest.current !== file) return
      const broken = faultOf(measured, MAP_IMAGE_RULES)
      setChosen(broken === undefined ? { file, measured } : undefined)
      setFault(broken && pictureFaultText(t, broken, { name: file.name, measure: measured, rules: MAP_IMAGE_RULES }))
    },
    require() {
      if (chosen === undefined) setFault((before) => before ?? t('maps.imageMissing'))
      return chosen !== undefined
    },
    serverFault: (error) =>
      chosen && serverFaultText(t, error, { name: chosen.file.name, measure: chosen.measured, rules: MAP_IMAGE_RULES }),
  }
}

export function ImageDrop({ image, refused }: { image: ChosenImage; refused: string | undefined }) {
  const t = useT()
  const { file, measured, fault } = image
  const { width = 0, height = 0 } = measured?.size ?? {}
  return (
    <div>
      <PictureDrop
        invitation={t('pictures.drop')}
        limits={t('maps.limits', { most: bytesText(MAP_IMAGE_RULES.bytes) })}
        types={MAP_IMAGE_RULES.types}
        fault={fault ?? refused}
        onFile={(chosen) => void image.choose(chosen)}
      />
      <p role="status" className={styles.note}>
        {file && t('maps.chosen', { name: file.name, width, height, bytes: bytesText(file.size) })}
      </p>
    </div>
  )
}

interface ChangeImageProps {
  readonly map: IndoorMap
  readonly onClose: () => void
}

export function ChangeImage({ map, onClose }: ChangeImageProps) {
  const t = useT()
  const change = useChangeMapImage(map.id)
  const image = useChosenImage()
  const refused = image.serverFault(change.error)
  const size = image.measured?.size
  const isSame = size?.width === map.width && size.height === map.height
  const send = () => {
    if (!image.require() || change.isPending || image.file === undefined) return
    change.mutate(image.file, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t('maps.imageTitle')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('maps.imageTitle')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure error={refused === undefined ? (change.error ?? undefined) : undefined} />
        <p>{t('maps.imageRule')}</p>
        <ImageDrop image={image} refused={refused} />
        {size && (
          <p role="status">
            {isSame ? t('maps.sameSize') : t('maps.scaled', { oldWidth: map.width, oldHeight: map.height, ...size })}{' '}
            {isOtherShape(map, size) && <strong>{t('maps.otherShape')}</strong>}
          </p>
        )}
      </div>
    </Dialog>
  )
}
