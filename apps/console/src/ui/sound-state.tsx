/** Says whether this page can sound; a press turns it on, or plays two notes. Source: design language §2. */
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { playChime, unlockSound, useSoundOn } from '../lib/sound.ts'
import { showError } from '../lib/toasts.ts'
import { Glyph } from './glyph.tsx'
import styles from './sound-state.module.css'

export function SoundState() {
  const t = useT()
  const isOn = useSoundOn()
  const press = () => (isOn ? playChime() : unlockSound()).catch(showError)
  return (
    <button
      type="button"
      className={styles.button}
      data-blocked={!isOn || undefined}
      title={isOn ? t('sound.test') : undefined}
      aria-label={isOn ? t('sound.test') : t('sound.blocked')}
      onClick={press}
    >
      <Glyph icon={isOn ? IconVolume : IconVolumeOff} />
      <span>{isOn ? t('sound.on') : t('sound.blocked')}</span>
    </button>
  )
}
