/** Business users that integrators make. */
import type { BusinessUser, integrators } from '@whereabouts/contract/integrators'
import { GROUPS } from '@whereabouts/contract/roles'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Actor, findUser, type Handlers, mustBeFresh, ownerOf, record, sendLink, type World } from '../world.ts'
import { makeOwner, removeAccount } from './accounts.ts'

export const integratorWords = (world: World): Handlers<typeof integrators> => {
  const accountsOf = (actor: Actor): Account[] =>
    world.state.accounts.filter(({ made_by }) => made_by === actor.account.account_id)

  const list = (actor: Actor): { b2b_users: BusinessUser[] } => ({
    b2b_users: accountsOf(actor)
      .map(ownerOf)
      .map(({ user_id, email, fullname, created_time, verified, groups }) => ({
        ...{ user_id, email, fullname, created_time, verified, groups },
      }))
      .toReversed(),
  })

  function get(actor: Actor, userId: string): Account {
    const account = accountsOf(actor).find((each) => ownerOf(each).user_id === userId)
    if (account === undefined) throw refuse('resourceNotFound')
    return account
  }

  return {
    listUsers: ({ actor }) => list(actor),

    createUser({ actor, body: { user: wanted } }) {
      if (findUser(world.state, wanted.email) !== undefined) throw refuse('emailExists')
      const { account, user } = makeOwner(world, { ...wanted, verified: false }, actor.account.account_id)
      sendLink(world, {
        ...{ to: user.email, purpose: 'invitation', account_id: account.account_id, user_id: user.user_id },
      })
      record(world, actor, 'create_business_user', user.fullname)
      return list(actor)
    },

    removeUser({ actor, body }) {
      mustBeFresh(world, actor)
      const account = get(actor, body.user_id)
      record(world, actor, 'delete_business_user', ownerOf(account).fullname)
      removeAccount(world, account.account_id)
      return list(actor)
    },

    setGroups({ actor, body: { user } }) {
      if (!user.groups.every((group) => GROUPS.some((known) => known === group))) {
        throw refuse('invalidInput', { info: 'body.user.groups' })
      }
      const isOwn = user.user_id === undefined || user.user_id === actor.user.user_id
      const account = isOwn ? actor.account : get(actor, user.user_id!)
      // Nobody enters or leaves the operator's group by this.
      const switched = user.groups.filter((group) => group !== 'Integrator')
      for (const person of account.users) {
        person.groups = [...switched, ...person.groups.filter((group) => group === 'Integrator')]
      }
      record(world, actor, 'change_groups', isOwn ? actor.name : ownerOf(account).fullname)
      return {}
    },
  }
}
