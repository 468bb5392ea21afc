/** How the logo looks in the header, in light and in dark: one file has to do for both. */
import { IconMenu2 } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useT } from '../../lib/i18n.ts'
import { tokens } from '../../theme/tokens.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { HeaderLogo } from './header-logo.tsx'
import styles from './settings.module.css'

/** The colours of one scheme, whatever the page is in. */
const colours = (scheme: 0 | 1): CSSProperties =>
  Object.fromEntries(
    (['surface', 'line', 'line2', 'ink', 't2', 't3', 'prim'] as const).map((name) => [
      `--wb-${name}`,
      tokens[name][scheme],
    ]),
  )

export function LogoPreview() {
  const t = useT()
  return (
    <section aria-labelledby="logo-preview">
      <h2 id="logo-preview" className={styles.title}>
        {t('logo.preview')}
      </h2>
      <div className={styles.strips}>
        {(['logo.light', 'logo.dark'] as const).map((label, scheme) => (
          <div key={label} className={styles.strip} style={colours(scheme as 0 | 1)}>
            <Glyph icon={IconMenu2} size={19} />
            <HeaderLogo />
            <span className={styles.stripTitle}>{t('menu.map')}</span>
            <small>{t(label)}</small>
          </div>
        ))}
      </div>
    </section>
  )
}
