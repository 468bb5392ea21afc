/** Where a picture is dropped or chosen. */
import { IconPhotoUp } from '@tabler/icons-react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pictures } from '../../locales/pictures.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import type { PictureType } from './chosen-picture.ts'

addTexts(pictures)

interface PictureDropProps {
  /** `Drop a PNG here, or` */
  readonly invitation: string
  /** What it may be, in words. */
  readonly limits: string
  readonly types: readonly PictureType[]
  readonly fault?: string | undefined
  readonly isDisabled?: boolean
  readonly onFile: (file: File) => void
}

export function PictureDrop({ types, ...rest }: PictureDropProps) {
  const t = useT()
  const accept = types.map((type) => `image/${type}`).join(',')
  return <FileDrop {...rest} icon={IconPhotoUp} choose={t('pictures.choose')} accept={accept} />
}
