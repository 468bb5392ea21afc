/** The logo of an account and its about page. */
import type { branding } from '@whereabouts/contract/branding'
import { LOGO_LIMITS } from '@whereabouts/domain/picture-limits'
import { refuse } from '../refusal.ts'
import { type Handlers, keepPicture, record, type World } from '../world.ts'

export const brandingWords = (world: World): Handlers<typeof branding> => ({
  setLogo({ actor, body: { custom_logo } }) {
    if (!custom_logo.startsWith('data:image/png')) throw refuse('invalidInput', { info: 'custom_logo.type' })
    if (pngHeight(custom_logo) > LOGO_LIMITS.height) throw refuse('invalidInput', { info: 'custom_logo.height' })
    actor.account.custom_logo = keepPicture(world, custom_logo)
    record(world, actor, 'change_logo')
    return { custom_logo: actor.account.custom_logo }
  },

  removeLogo({ actor }) {
    actor.account.custom_logo = ''
    record(world, actor, 'change_logo')
    return {}
  },

  setAboutImage({ actor, body: { image } }) {
    actor.account.about_image = keepPicture(world, image)
    record(world, actor, 'change_about')
    return { image_url: actor.account.about_image }
  },

  removeAboutImage({ actor }) {
    actor.account.about_image = ''
    record(world, actor, 'change_about')
    return {}
  },

  setAboutContent({ actor, body: { content } }) {
    actor.account.about_content = content
    record(world, actor, 'change_about')
    return {}
  },
})

/** Pixels, as the file's header says: bytes 20 to 23. */
function pngHeight(dataUrl: string): number {
  const head = atob(dataUrl.slice(dataUrl.indexOf(',') + 1).slice(0, 32))
  return [20, 21, 22, 23].reduce((value, at) => value * 256 + head.charCodeAt(at), 0)
}
