/** The name of a carepad; where it cannot be read its id, with a mark that says why. */
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pins as texts } from '../../locales/pins.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { NamedCarepad } from './names.ts'
import styles from './pins.module.css'

addTexts(texts)

export function ProtectedName({ carepad }: { carepad: NamedCarepad }) {
  const t = useT()
  const { carepad_name, name_state } = carepad
  if (name_state === 'plain' || name_state === 'read') return carepad_name
  const isLocked = name_state === 'locked'
  const why = t(isLocked ? 'pins.nameLocked' : 'pins.nameUnreadable')
  return (
    <span className={styles.name} data-state={name_state} title={why}>
      <Glyph icon={isLocked ? IconLock : IconAlertTriangle} size={14} />
      <span translate="no">{carepad_name}</span>
      <span className="wb-visually-hidden">{why}</span>
    </span>
  )
}
