/** Loggers: groups of carepads. */

import type { Logger, loggers } from '@whereabouts/contract/loggers'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, keepPicture, record, tellLists, type World } from '../world.ts'

export const loggerWords = (world: World): Handlers<typeof loggers> => ({
  list: ({ actor }) => ({ loggers: actor.account.loggers }),

  create({ actor, body: { logger_name, image } }) {
    const { account } = actor
    const logger: Logger = { logger_id: world.uuid(), logger_name, image: keepPicture(world, image) }
    mustBeNamedAlone(account, logger)
    account.loggers.push(logger)
    record(world, actor, 'add_logger', logger_name)
    tellLists(world, account, 'loggers')
    return { logger }
  },

  change({ actor, params: { id }, body }) {
    const { account } = actor
    const before = getLogger(account, id)
    const image = body.image === undefined ? before.image : keepPicture(world, body.image)
    const logger: Logger = { ...before, logger_name: body.logger_name ?? before.logger_name, image }
    mustBeNamedAlone(account, logger)
    account.loggers = account.loggers.map((each) => (each === before ? logger : each))
    record(world, actor, 'change_logger', logger.logger_name)
    tellLists(world, account, 'loggers')
    return { logger }
  },

  remove({ actor, params: { id } }) {
    const { account } = actor
    const logger = getLogger(account, id)
    if (account.carepads.some(({ logger_id }) => logger_id === id)) throw refuse('preconditionFailed')
    account.loggers = account.loggers.filter((each) => each !== logger)
    record(world, actor, 'remove_logger', logger.logger_name)
    tellLists(world, account, 'loggers')
    return {}
  },
})

function getLogger({ loggers }: Account, id: string): Logger {
  const logger = loggers.find(({ logger_id }) => logger_id === id)
  if (logger === undefined) throw refuse('resourceNotFound')
  return logger
}

function mustBeNamedAlone({ loggers }: Account, { logger_id, logger_name }: Logger): void {
  if (loggers.some((each) => each.logger_id !== logger_id && isSameName(each.logger_name, logger_name)))
    throw refuse('nameTaken')
}
