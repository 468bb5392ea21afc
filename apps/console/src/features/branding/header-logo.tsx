/** The logo of the header: the account's own, else the brand's. Source: specification §1, §9; G66, G67. */
import { useQuery } from '@tanstack/react-query'
import { brands } from '../../theme/brands.tsx'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { useSession } from '../auth/session-store.ts'
import { pictureQuery } from '../pictures/queries.ts'
import { useFileUrl } from '../pictures/use-picture.ts'

export function HeaderLogo() {
  const { brand, userInfo, isStarted } = useSession()
  const [maxWidth, maxHeight] = brands[brand].maxSize
  const { data: file, isError } = useQuery(pictureQuery(userInfo?.custom_logo ?? ''))
  const url = useFileUrl(file)
  // At its own size, however small: it is never scaled up.
  if (url) return <img src={url} alt="" style={{ maxWidth, maxHeight, display: 'block' }} />
  const isOwnOnTheWay = userInfo === undefined ? !isStarted : userInfo.custom_logo !== '' && !isError
  // Nothing is better than the logo of somebody else for a moment.
  return isOwnOnTheWay ? null : <BrandLogo brand={brand} />
}
