/**
 * The round frame over a photo: moved and zoomed by pointer, wheel, fingers, keys and buttons.
 * The library's styles come with ours: by itself it would write them into the page, which our policy forbids.
 */
import 'react-easy-crop/react-easy-crop.css'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import Cropper, { type Size } from 'react-easy-crop'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { CropArea } from './crop.ts'
import styles from './crop-frame.module.css'
import { useFileUrl } from './use-picture.ts'

const MOST_ZOOM = 4
const ZOOM_STEP = 0.2
/** Pixels of the page. */
const MOVE_STEP = 16

/** Where each key moves the photo, and the button that does the same. */
const MOVES = [
  { key: 'ArrowLeft', label: 'pictures.left', icon: IconArrowLeft, x: -1, y: 0 },
  { key: 'ArrowUp', label: 'pictures.up', icon: IconArrowUp, x: 0, y: -1 },
  { key: 'ArrowDown', label: 'pictures.down', icon: IconArrowDown, x: 0, y: 1 },
  { key: 'ArrowRight', label: 'pictures.right', icon: IconArrowRight, x: 1, y: 0 },
] as const
const ZOOMS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }

/** The photo never leaves a gap in the frame. */
function kept(offset: number, photo: number, frame: number): number {
  const most = Math.max(0, (photo - frame) / 2)
  return Math.min(most, Math.max(-most, offset))
}

export function CropFrame({ file, onArea }: { file: File; onArea: (area: CropArea) => void }) {
  const t = useT()
  const url = useFileUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [photo, setPhoto] = useState<Size>({ width: 0, height: 0 })
  const [frame, setFrame] = useState<Size>({ width: 0, height: 0 })

  const zoomBy = (step: number) => setZoom((now) => Math.min(MOST_ZOOM, Math.max(1, now + step)))
  const move = (x: number, y: number) =>
    setCrop((now) => ({
      x: kept(now.x + x * MOVE_STEP, photo.width * zoom, frame.width),
      y: kept(now.y + y * MOVE_STEP, photo.height * zoom, frame.height),
    }))
  const press = (event: KeyboardEvent) => {
    const step = MOVES.find(({ key }) => key === event.key)
    const zoomStep = ZOOMS[event.key]
    if (step === undefined && zoomStep === undefined) return
    event.preventDefault()
    if (step !== undefined) move(step.x, step.y)
    if (zoomStep !== undefined) zoomBy(zoomStep)
  }

  return (
    <>
      <div className={styles.frame}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            maxZoom={MOST_ZOOM}
            objectFit="cover"
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'application', 'aria-label': t('pictures.frame'), onKeyDown: press }}
            setMediaSize={setPhoto}
            setCropSize={setFrame}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_percent, pixels) => onArea(pixels)}
          />
        )}
      </div>
      <div className={styles.tools}>
        <div className={styles.zoom}>
          <IconButton label={t('pictures.zoomOut')} disabled={zoom <= 1} onClick={() => zoomBy(-ZOOM_STEP)}>
            <Glyph icon={IconZoomOut} />
          </IconButton>
          <input
            type="range"
            aria-label={t('pictures.zoom')}
            min={1}
            max={MOST_ZOOM}
            step={0.01}
            value={zoom}
            onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
          />
          <IconButton label={t('pictures.zoomIn')} disabled={zoom >= MOST_ZOOM} onClick={() => zoomBy(ZOOM_STEP)}>
            <Glyph icon={IconZoomIn} />
          </IconButton>
        </div>
        <div className={styles.moves}>
          {MOVES.map(({ key, label, icon, x, y }) => (
            <IconButton key={key} label={t(label)} onClick={() => move(x, y)}>
              <Glyph icon={icon} />
            </IconButton>
          ))}
        </div>
      </div>
      <p className={styles.hint}>{t('pictures.frameHint')}</p>
    </>
  )
}
