/** Makes loaded rows small: equal words are kept once, empty things share one emptiness. Ten thousand rows then fit. */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'

const words = new Map<string, string>()
/** Words beyond this are not worth remembering: they differ from row to row. */
const MOST_WORDS = 20_000

function once<Word extends string | undefined>(word: Word): Word {
  if (word === undefined) return word
  const known = words.get(word)
  if (known !== undefined) return known as Word
  if (words.size < MOST_WORDS) words.set(word, word)
  return word
}

const NO_SHARING: Tracker['sharing'] = { share_from: null, share_to: [] }
const NO_REMARKS: Tracker['remark'] = []

/** The same row or change, lighter. */
export function slim<Change extends TrackerDelta>(change: Change): Change {
  const { sharing, remark, qualified_location_info: info } = change
  if (sharing && sharing.share_from === null && sharing.share_to.length === 0) change.sharing = NO_SHARING
  if (remark && remark.length === 0) change.remark = NO_REMARKS
  if (change.firmware !== undefined) change.firmware = once(change.firmware)
  if (change.make !== undefined) change.make = once(change.make)
  if (info) {
    info.sender_device_id = once(info.sender_device_id)
    const data = info.reason_data as Record<string, string | number | undefined>
    for (const key in data) if (typeof data[key] === 'string') data[key] = once(data[key])
  }
  return change
}
