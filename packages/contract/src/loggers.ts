/** Loggers: the groups that carepads stand in, with a picture of the place. Source: specification §3 Carepad, §5; G69. */
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { nameText, pictureDataUrl } from './texts.ts'

export const Logger = z.object({
  logger_id: z.string(),
  logger_name: z.string(),
  /** Address of its picture. */
  image: z.string(),
})
export type Logger = z.output<typeof Logger>

const logger = z.object({ logger: Logger })

export const loggers = {
  list: endpoint
    .get('/app/loggers', 'viewMap', 'Loggers of the account, oldest first.')
    .answers(z.object({ loggers: z.array(Logger) })),
  /** 400001 with info `logger_image.…` for a picture that cannot be used, and with `loggers.count` beyond 500. */
  create: endpoint
    .post('/app/loggers', 'manageCarepads', 'Adds a logger.')
    .withPictures()
    .takes(z.strictObject({ logger_name: nameText, image: pictureDataUrl }))
    .answers(logger)
    .refusesWith('nameTaken'),
  change: endpoint
    .put('/app/loggers/{id}', 'manageCarepads', 'Renames a logger, or changes its picture.')
    .withPictures()
    .takes(z.strictObject({ logger_name: nameText.optional(), image: pictureDataUrl.optional() }))
    .answers(logger)
    .refusesWith('resourceNotFound', 'nameTaken'),
  /** 412001 while it holds carepads. */
  remove: endpoint
    .delete('/app/loggers/{id}', 'manageCarepads', 'Deletes a logger without carepads.')
    .answers(Nothing)
    .refusesWith('resourceNotFound', 'preconditionFailed'),
}
