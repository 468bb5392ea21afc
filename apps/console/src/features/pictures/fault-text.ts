/** Says what is wrong with a chosen picture, with its real measure, and what to do. Source: design language §13.12. */
import { CallError } from '@whereabouts/contract/client'
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

/** The server looks closer than a browser can. Its names of what it finds, and ours. */
const SERVER_FAULTS: Readonly<Record<string, PictureFault>> = {
  type: 'type',
  size: 'bytes',
  width: 'width',
  height: 'height',
  broken: 'broken',
}

/** What the server has against the picture that was sent; undefined where it refused, or failed, for another reason. */
export function serverFaultText(t: Translate, error: unknown, refused: Refused): string | undefined {
  const [, reason = ''] = (error instanceof CallError ? (error.info ?? '') : '').split('.')
  const fault = SERVER_FAULTS[reason]
  if (fault !== undefined) return pictureFaultText(t, fault, refused)
  if (reason === 'quota') return t('pictures.storageFull')
  if (reason !== 'pixels') return undefined
  const { width = 0, height = 0 } = refused.measure.size ?? {}
  return t('pictures.tooManyPixels', { name: refused.name, width, height })
}
