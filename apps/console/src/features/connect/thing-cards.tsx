/** Pictures of what people own; each leads to its own way in. */
import { useId } from 'react'
import styles from './connect.module.css'
import { ThingPicture } from './thing-picture.tsx'

type Picture = Parameters<typeof ThingPicture>[0]['thing']

interface Thing<Id extends Picture> {
  readonly id: Id
  readonly name: string
  readonly hint: string
}

interface ThingCardsProps<Id extends Picture> {
  readonly label: string
  readonly things: readonly Thing<Id>[]
  readonly onChoose: (id: Id) => void
}

export const ThingCards = <Id extends Picture>({ label, things, onChoose }: ThingCardsProps<Id>) => (
  <ul className={styles.things} aria-label={label}>
    {things.map((thing) => (
      <ThingCard key={thing.id} thing={thing} onPress={() => onChoose(thing.id)} />
    ))}
  </ul>
)

/** The whole card is pressed; its name alone names it, and the line below is read out after it. */
function ThingCard({ thing: { id, name, hint }, onPress }: { thing: Thing<Picture>; onPress: () => void }) {
  const hintId = useId()
  return (
    <li className={styles.thing}>
      <ThingPicture thing={id} />
      <button type="button" aria-describedby={hintId} onClick={onPress}>
        {name}
      </button>
      <small id={hintId}>{hint}</small>
    </li>
  )
}
