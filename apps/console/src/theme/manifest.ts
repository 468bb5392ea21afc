/** The console as an app of its own on a computer or phone: a manifest for each brand and language. Source: W3C App Manifest. */
import { LOCALES, type Locale } from '@whereabouts/contract/locales'
import { brandNames } from './brand-names.ts'
import { manifestPath } from './manifest-path.ts'
import { tokens } from './tokens.ts'

const TEXTS: Readonly<Record<Locale, { readonly lang: string; readonly description: string }>> = {
  'en-us': { lang: 'en', description: 'Where people and things are, for those on duty.' },
  'zh-tw': { lang: 'zh-Hant', description: '讓值勤人員隨時掌握人員與物品的位置。' },
  'ja-jp': { lang: 'ja', description: '人と物の居場所を、勤務中のスタッフに知らせます。' },
}

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const manifestOf = (brand: keyof typeof brandNames, locale: Locale) => ({
  // The same app whatever its language.
  id: '/',
  ...{ start_url: '/', scope: '/', display: 'standalone', dir: 'ltr' },
  ...TEXTS[locale],
  ...{ name: brandNames[brand].name, short_name: brandNames[brand].name },
  ...{ background_color: tokens.canvas[0], theme_color: tokens.prim[0] },
  icons: [icon('192.png', 192, 'any'), icon('512.png', 512, 'any'), icon('maskable-512.png', 512, 'maskable')],
})

/** Every manifest by its path. */
export const manifests = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    (Object.keys(brandNames) as (keyof typeof brandNames)[]).flatMap((brand) =>
      LOCALES.map((locale) => [manifestPath(brand, locale), manifestOf(brand, locale)] as const),
    ),
  )
