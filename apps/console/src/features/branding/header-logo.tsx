/** The logo of the header: the account's own, else the brand's. Source: specification §1, §9; G66, G67. */
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { brands } from '../../theme/brands.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { useSession } from '../auth/session-store.ts'
import { pictureQuery } from '../pictures/queries.ts'
import { useFileUrl } from '../pictures/use-picture.ts'
import styles from './header-logo.module.css'

export function HeaderLogo() {
  const { brand, userInfo, isStarted } = useSession()
  const [maxWidth, maxHeight] = brands[brand].maxSize
  const { data: file, isError } = useQuery(pictureQuery(userInfo?.custom_logo ?? ''))
  const url = useFileUrl(file)
  if (url) {
    const slot = { '--most-width': `${maxWidth}px`, '--most-height': `${maxHeight}px` } as CSSProperties
    return <img src={url} alt="" className={styles.own} style={slot} />
  }
  const isOwnOnTheWay = userInfo === undefined ? !isStarted : userInfo.custom_logo !== '' && !isError
  // Nothing is better than the logo of somebody else for a moment.
  return isOwnOnTheWay ? null : <BrandLogo brand={brand} />
}
