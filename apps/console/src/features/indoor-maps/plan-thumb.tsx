/** A floor plan small enough for a list: floors are recognised by their shape. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isOnPaper } from '../../map/plan-night.ts'
import { pictureQuery } from '../pictures/queries.ts'
import styles from './indoor-maps.module.css'

const WIDTH = 72
const HEIGHT = 50
/** Pixels of the picture to one of the page: sharp on dense screens. */
const DENSITY = 2

export function PlanThumb({ url }: { url: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { data: file } = useQuery(pictureQuery(url))

  useEffect(() => {
    if (!file) return
    let isGone = false
    createImageBitmap(file, { resizeWidth: WIDTH * DENSITY, resizeQuality: 'high' })
      .then((picture) => {
        const brush = canvas.current?.getContext('2d')
        if (isGone || !brush) return
        brush.canvas.toggleAttribute('data-paper', isOnPaper(picture))
        const scale = Math.min((WIDTH * DENSITY) / picture.width, (HEIGHT * DENSITY) / picture.height)
        const [width, height] = [picture.width * scale, picture.height * scale]
        brush.clearRect(0, 0, WIDTH * DENSITY, HEIGHT * DENSITY)
        brush.drawImage(picture, (WIDTH * DENSITY - width) / 2, (HEIGHT * DENSITY - height) / 2, width, height)
        picture.close()
      })
      .catch((error: unknown) => isGone || console.warn('A floor plan cannot be drawn.', error))
    return () => {
      isGone = true
    }
  }, [file])

  return (
    <span className={styles.thumb} aria-hidden="true">
      <canvas ref={canvas} width={WIDTH * DENSITY} height={HEIGHT * DENSITY} />
    </span>
  )
}
