/** How strong a station heard a device. */
import type { Translate } from '../../lib/i18n.ts'

/** With the sign of mathematics; empty where no strength is known. */
export const signalText = (t: Translate, dbm: number | null): string =>
  dbm === null ? '' : t('trails.signal', { dbm: String(Math.round(dbm)).replace('-', '−') })
