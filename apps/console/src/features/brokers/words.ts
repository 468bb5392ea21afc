/** What was heard of a broker, in words. */
import { BROKER_READS } from '@whereabouts/domain/brokers'
import type { Translate } from '../../lib/i18n.ts'

/** `ESPresense 12 · OwnTracks 3`; '' where nothing was heard. */
export function countsText(t: Translate, counts: Readonly<Record<string, number>>): string {
  const kinds = BROKER_READS.map((kind) => [t(`brokers.kind.${kind}`), counts[kind]] as const)
  const all = [...kinds, [t('brokers.other'), counts.other] as const, [t('brokers.tooLarge'), counts.tooLarge] as const]
  return all
    .filter((entry): entry is readonly [string, number] => (entry[1] ?? 0) > 0)
    .map(([kind, count]) => t('brokers.count', { kind, count }))
    .join(' · ')
}
