/** The colours of a drawing, from the least value to the greatest. */
import styles from './colour-scale.module.css'

interface ColourScaleProps {
  /** CSS colours at even steps. */
  readonly colours: readonly string[]
  readonly least: string
  readonly most: string
}

export const ColourScale = ({ colours, least, most }: ColourScaleProps) => (
  <p className={`${styles.scale} wb-num`}>
    <span>{least}</span>
    <span aria-hidden="true" className={styles.colours}>
      {colours.map((colour) => (
        <i key={colour} style={{ background: colour }} />
      ))}
    </span>
    <span>{most}</span>
  </p>
)
