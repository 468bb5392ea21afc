/** The ten class slots of an account. */
import type { TrackerClass, trackerClasses } from '@whereabouts/contract/tracker-classes'
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import { refuse } from '../refusal.ts'
import { type Handlers, record, tellLists, type World } from '../world.ts'

/** Colour of a slot nobody has named. Source: design language §3, class palette "none". */
const UNUSED_COLOR = '#5A626B'

const toSlots = (classes: readonly TrackerClass[]): TrackerClass[] =>
  Array.from(
    { length: CLASS_SLOTS },
    (_, index) =>
      classes.find((entry) => entry.index === index) ?? {
        index,
        name: '',
        color: UNUSED_COLOR,
        urls: [],
        is_staff: false,
      },
  )

export const trackerClassWords = (world: World): Handlers<typeof trackerClasses> => ({
  list: ({ actor }) => ({ classes: toSlots(actor.account.classes) }),

  save({ actor, body }) {
    const { account } = actor
    const named = body.classes.filter(({ name }) => name !== '')
    const kept = named.map(({ index }) => index)
    const used = account.trackers.find(({ class_index }) => class_index !== -1 && !kept.includes(class_index))
    if (used !== undefined) throw refuse('preconditionFailed', { info: `classes.${used.class_index}` })
    account.classes = named
    record(world, actor, 'change_classes')
    tellLists(world, account, 'classes')
    return { classes: toSlots(named) }
  },
})
