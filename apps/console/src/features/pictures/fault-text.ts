/** Says what is wrong with a chosen picture, with its real measure, and what to do. Source: design language §13.12. */
import { addTexts, type Translate } from '../../lib/i18n.ts'
import { pictures } from '../../locales/pictures.ts'
import { bytesText, type PictureFault, type PictureMeasure, type PictureRules } from './chosen-picture.ts'

addTexts(pictures)

interface Refused {
  readonly name: string
  readonly measure: PictureMeasure
  readonly rules: PictureRules
}

export function pictureFaultText(t: Translate, fault: PictureFault, { name, measure, rules }: Refused): string {
  const limit = rules.limit === 'under' ? 'under' : 'most'
  switch (fault) {
    case 'type':
      return t(rules.types.includes('jpeg') ? 'pictures.notPicture' : 'pictures.notPng', { name })
    case 'broken':
      return t('pictures.broken', { name })
    case 'bytes':
      return t('pictures.tooHeavy', { name, value: bytesText(measure.bytes), limit, most: bytesText(rules.bytes) })
    case 'width':
      return t('pictures.tooWide', { name, value: measure.size?.width ?? 0, limit, most: rules.width ?? 0 })
    case 'height':
      return t('pictures.tooHigh', { name, value: measure.size?.height ?? 0, limit, most: rules.height ?? 0 })
  }
}
