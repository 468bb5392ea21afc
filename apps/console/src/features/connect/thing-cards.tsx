/** Pictures of what people own; each leads to its own way in. */
import { type ReactNode, useId } from 'react'
import styles from './connect.module.css'
import { ThingPicture } from './thing-picture.tsx'

interface ThingCardsProps<Id extends string> {
  readonly label: string
  readonly things: readonly { readonly id: Id; readonly name: string; readonly hint: string }[]
  readonly onChoose: (id: Id) => void
}

export const ThingCards = <Id extends Parameters<typeof ThingPicture>[0]['thing']>(props: ThingCardsProps<Id>) => (
  <ul className={styles.things} aria-label={props.label}>
    {props.things.map(({ id, name, hint }) => (
      <li key={id}>
        <ThingCard picture={<ThingPicture thing={id} />} name={name} hint={hint} onPress={() => props.onChoose(id)} />
      </li>
    ))}
  </ul>
)

interface ThingCardProps {
  readonly picture: ReactNode
  readonly name: string
  readonly hint: string
  readonly onPress: () => void
}

function ThingCard({ picture, name, hint, onPress }: ThingCardProps) {
  const id = useId()
  return (
    <button
      type="button"
      className={styles.thing}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      onClick={onPress}
    >
      {picture}
      <strong id={`${id}-name`}>{name}</strong>
      <small id={`${id}-hint`}>{hint}</small>
    </button>
  )
}
