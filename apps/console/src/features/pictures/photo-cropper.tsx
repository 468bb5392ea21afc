/** Chooses a photo and cuts a round piece out of it. Source: specification §2; G08; design language §11. */
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { bytesText, faultOf, measure, PHOTO_RULES, toDataUrl } from './chosen-picture.ts'
import { type CropArea, cropRound } from './crop.ts'
import { CropFrame } from './crop-frame.tsx'
import { pictureFaultText } from './fault-text.ts'
import { PictureDrop } from './picture-drop.tsx'

interface PhotoCropperProps {
  /** Name of the dialog, as `Change photo`. */
  readonly title: string
  /** Another way to end, before a photo is chosen: to take away the one there is. */
  readonly extra?: ReactNode
  /** Takes the cropped photo, a 512 px PNG as data URL. The dialog waits for it, tells its failure or closes. */
  readonly onCropped: (dataUrl: string) => Promise<unknown>
  readonly onClose: () => void
}

export function PhotoCropper({ title, extra, onCropped, onClose }: PhotoCropperProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const [area, setArea] = useState<CropArea>()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function choose(chosen: File) {
    const measured = await measure(chosen, PHOTO_RULES)
    const broken = faultOf(measured, PHOTO_RULES)
    setFailure(undefined)
    setArea(undefined)
    setFile(broken === undefined ? chosen : undefined)
    setFault(broken && pictureFaultText(t, broken, { name: chosen.name, measure: measured, rules: PHOTO_RULES }))
  }

  async function save() {
    if (file === undefined || area === undefined) return
    setIsSaving(true)
    setFailure(undefined)
    try {
      await onCropped(await toDataUrl(await cropRound(file, area)))
      onClose()
    } catch (error) {
      setFailure(error)
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {file && (
            <Button disabled={isSaving} onClick={() => setFile(undefined)}>
              {t('pictures.other')}
            </Button>
          )}
          {!file && extra}
          <Button onClick={onClose}>{t('pictures.cancel')}</Button>
          {file && (
            <Button tone="primary" isPending={isSaving} disabled={area === undefined} onClick={save}>
              {t('pictures.save')}
            </Button>
          )}
        </>
      }
    >
      <FormFailure error={failure} />
      {file === undefined ? (
        <PictureDrop
          invitation={t('pictures.drop')}
          limits={t('pictures.photoLimits', { most: bytesText(PHOTO_RULES.bytes) })}
          types={PHOTO_RULES.types}
          fault={fault}
          onFile={choose}
        />
      ) : (
        <CropFrame file={file} onArea={setArea} />
      )}
    </Dialog>
  )
}
