/** Links that let visitors in. */

import { type accessLinks, DEFAULT_LINK_TTL } from '@whereabouts/contract/access-links'
import { MIN_PASSWORD_LENGTH, passwordLength } from '@whereabouts/domain/sessions'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import { endSessions, type Handlers, mustBeFresh, newToken, record, seconds, type World } from '../world.ts'

const CODE_LENGTH = 22

export const accessLinkWords = (world: World): Handlers<typeof accessLinks> => ({
  list: ({ actor }) => ({ accesslinks: [...actor.account.links] }),

  create({ actor, body: { accesslink: wanted } }) {
    const { account } = actor
    if (wanted.role !== 'guest') {
      if (actor.role !== 'owner') throw refuse('forbidden')
      mustBeFresh(world, actor)
    }
    if (wanted.password !== undefined && passwordLength(wanted.password) < MIN_PASSWORD_LENGTH) {
      throw refuse('passwordTooShort')
    }
    const now = seconds(world.now())
    if (wanted.expire_time !== undefined && wanted.expire_time <= now) {
      throw refuse('invalidInput', { info: 'body.accesslink.expire_time' })
    }
    account.links = account.links.filter(
      ({ name, expire_time }) => !(isSameName(name, wanted.name) && expire_time !== null && expire_time <= now),
    )
    if (account.links.some(({ name }) => isSameName(name, wanted.name))) throw refuse('accessLinkNameTaken')
    const isSupportTaken = wanted.role === 'support' && account.links.some(({ role }) => role === 'support')
    if (isSupportTaken) throw refuse('conflict', { info: 'support' })
    const link = {
      link_code: newToken(world).slice(0, CODE_LENGTH),
      name: wanted.name,
      role: wanted.role,
      has_password: wanted.password !== undefined,
      password: wanted.password ?? null,
      created_time: now,
      expire_time: wanted.ttl === null ? null : (wanted.expire_time ?? now + (wanted.ttl ?? DEFAULT_LINK_TTL)),
      notes: wanted.notes ?? '',
    }
    account.links.unshift(link)
    record(world, actor, 'create_link', link.name)
    return { accesslink: link }
  },

  remove({ actor, body: { accesslinks: codes } }) {
    const { account } = actor
    const gone = account.links.filter(({ link_code }) => codes.includes(link_code))
    account.links = account.links.filter((link) => !gone.includes(link))
    for (const { name, link_code } of gone) {
      record(world, actor, 'delete_link', name)
      endSessions(world, (session) => session.link_code === link_code)
    }
    return { failed_list: codes.filter((code) => !gone.some(({ link_code }) => link_code === code)) }
  },
})
