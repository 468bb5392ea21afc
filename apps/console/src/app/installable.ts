/** Lets browsers offer to install the console, by the name of its brand and in the language of the moment. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from '../features/auth/queries.ts'
import { useLocale } from '../lib/i18n.ts'
import { manifestPath } from '../theme/manifest-path.ts'

export function useInstallable(): void {
  const locale = useLocale()
  const brand = useQuery({ ...configQuery, enabled: false }).data?.brand
  useEffect(() => {
    if (brand === undefined) return
    const known = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    const link = known ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'manifest' }))
    link.href = `/${manifestPath(brand, locale)}`
  }, [brand, locale])
}
