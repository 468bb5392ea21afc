/** The image of a floor plan in a page, turned over by night where it is drawn on paper. */
import { useState } from 'react'
import { isOnPaper } from '../../map/plan-night.ts'
import { usePicture } from '../pictures/use-picture.ts'
import styles from './indoor-maps.module.css'

export function PlanPicture({ url }: { url: string }) {
  const address = usePicture(url)
  const [isPaper, setIsPaper] = useState(false)
  if (address === undefined) return null
  return (
    <img
      src={address}
      alt=""
      draggable={false}
      className={styles.picture}
      data-paper={isPaper || undefined}
      onLoad={(event) => {
        const image = event.currentTarget
        createImageBitmap(image, { resizeWidth: 64, resizeQuality: 'low' })
          .then((sample) => {
            setIsPaper(isOnPaper(sample))
            sample.close()
          })
          .catch((error: unknown) => image.isConnected && console.warn('A floor plan cannot be looked at.', error))
      }}
    />
  )
}
