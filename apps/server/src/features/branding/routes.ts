/** Logo and about page of an account. Source: G67. */
import { branding } from '@whereabouts/contract/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { answer } from '../../platform/http/answer.ts'
import { readPicture } from '../media/read-picture.ts'
import { replacePicture } from '../media/store.ts'
import { type BrandPicture, lockBrandPicture, setAboutContent, setBrandPicture } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'disk' | 'identify' | 'limits' | 'pictures' | 'random'>

/** Name of a picture in its call, and the entry of the activity log for a change. */
const PICTURES = {
  custom_logo: { field: 'custom_logo', action: 'change_logo' },
  about_image: { field: 'image', action: 'change_about' },
} as const

export function brandingRoutes(http: FastifyInstance, app: Needs) {
  /** Stores a picture, or deletes it without one; answers its address. */
  async function change(actor: Actor, request: FastifyRequest, which: BrandPicture, dataUrl?: string): Promise<string> {
    const { field, action } = PICTURES[which]
    // Decoding takes time that no transaction should wait for.
    const picture = dataUrl === undefined ? undefined : await readPicture(app, actor.accountId, field, dataUrl)
    return app.db.transaction().execute(async (db) => {
      const old = await lockBrandPicture(db, actor.accountId, which)
      const address = await replacePicture(db, app, actor.accountId, { field, old, picture })
      await setBrandPicture(db, actor.accountId, which, address)
      await recordActivity(db, app, actor, { action, ip: request.ip })
      return address
    })
  }

  return answer(http, app.identify, branding, {
    setLogo: async ({ actor, body, request }) => ({
      custom_logo: await change(actor, request, 'custom_logo', body.custom_logo),
    }),

    async removeLogo({ actor, request }) {
      await change(actor, request, 'custom_logo')
      return {}
    },

    setAboutImage: async ({ actor, body, request }) => ({
      image_url: await change(actor, request, 'about_image', body.image),
    }),

    async removeAboutImage({ actor, request }) {
      await change(actor, request, 'about_image')
      return {}
    },

    async setAboutContent({ actor, body, request }) {
      await app.db.transaction().execute(async (db) => {
        await setAboutContent(db, actor.accountId, body.content)
        await recordActivity(db, app, actor, { action: 'change_about', ip: request.ip })
      })
      return {}
    },
  })
}
