/** Dialogs of indoor maps: a new one, other words for one, another image, and its end. Source: G52. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { useState } from 'react'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { mapEditing } from '../../locales/map-editing.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { NameList } from '../../ui/name-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { bytesText, faultOf, measure, type PictureMeasure, toDataUrl } from '../pictures/chosen-picture.ts'
import { pictureFaultText, serverFaultText } from '../pictures/fault-text.ts'
import { PictureDrop } from '../pictures/picture-drop.tsx'
import { MAP_IMAGE_RULES, useChangeMap, useCreateMap, useRemoveMap } from './changes.ts'
import styles from './map-dialogs.module.css'
import { isOtherShape } from './plan-geometry.ts'

addTexts(mapEditing)

const MAX_TEXT = 50
const isLong = (text: string): boolean => [...text.trim()].length > MAX_TEXT

interface Words {
  readonly map_name: string
  readonly building: string
  readonly floor: string
}

const faultsOf = (t: Translate, { map_name, building, floor }: Words) => ({
  map_name: map_name.trim() === '' ? t('maps.nameMissing') : isLong(map_name) ? t('maps.textLong') : undefined,
  building: isLong(building) ? t('maps.textLong') : undefined,
  floor: isLong(floor) ? t('maps.textLong') : undefined,
})

interface WordFieldsProps {
  readonly words: Words
  readonly faults: ReturnType<typeof useFaults<keyof Words>>
  readonly onChange: (words: Words) => void
}

function WordFields({ words, faults, onChange }: WordFieldsProps) {
  const t = useT()
  const field = (name: keyof Words) => ({
    ...faults.field(name),
    isCompact: true,
    autoComplete: 'off',
    maxLength: 200,
    value: words[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...words, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextField label={t('maps.name')} data-autofocus {...field('map_name')} />
      <div className={styles.pair}>
        <TextField label={t('maps.building')} isOptional {...field('building')} />
        <TextField label={t('maps.floor')} isOptional {...field('floor')} />
      </div>
      <p className={styles.note}>{t('maps.orderHint')}</p>
    </>
  )
}

interface ChosenImage {
  readonly file: File | undefined
  readonly measured: PictureMeasure | undefined
  /** In words. */
  readonly fault: string | undefined
  choose(file: File): Promise<void>
  require(): boolean
  /** Of a failed call: what the server has against the image; undefined when it is something else. */
  serverFault(error: unknown): string | undefined
}

function useChosenImage(): ChosenImage {
  const t = useT()
  const [chosen, setChosen] = useState<{ file: File; measured: PictureMeasure }>()
  const [fault, setFault] = useState<string>()
  return {
    file: chosen?.file,
    measured: chosen?.measured,
    fault,
    async choose(file) {
      const measured = await measure(file, MAP_IMAGE_RULES)
      const broken = faultOf(measured, MAP_IMAGE_RULES)
      setChosen(broken === undefined ? { file, measured } : undefined)
      setFault(broken && pictureFaultText(t, broken, { name: file.name, measure: measured, rules: MAP_IMAGE_RULES }))
    },
    require() {
      if (chosen === undefined) setFault((before) => before ?? t('maps.imageMissing'))
      return chosen !== undefined
    },
    serverFault: (error) =>
      chosen && serverFaultText(t, error, { name: chosen.file.name, measure: chosen.measured, rules: MAP_IMAGE_RULES }),
  }
}

function ImageDrop({ image, refused }: { image: ChosenImage; refused: string | undefined }) {
  const t = useT()
  const { file, measured, fault } = image
  const { width = 0, height = 0 } = measured?.size ?? {}
  return (
    <div>
      <PictureDrop
        invitation={t('pictures.drop')}
        limits={t('maps.limits', { most: bytesText(MAP_IMAGE_RULES.bytes) })}
        types={MAP_IMAGE_RULES.types}
        fault={fault ?? refused}
        onFile={(chosen) => void image.choose(chosen)}
      />
      <p role="status" className={styles.note}>
        {file && t('maps.chosen', { name: file.name, width, height, bytes: bytesText(file.size) })}
      </p>
    </div>
  )
}

interface UploadMapProps {
  /** With the id of the new map. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

export function UploadMap({ onDone, onClose }: UploadMapProps) {
  const t = useT()
  const create = useCreateMap()
  const image = useChosenImage()
  const [words, setWords] = useState<Words>({ map_name: '', building: '', floor: '' })
  const refused = image.serverFault(create.error)
  const faults = useFaults<keyof Words>(faultsOf(t, words), create.error)
  const send = async () => {
    // Both say what is missing.
    const isGood = [faults.isGood(), image.require()].every(Boolean)
    if (!isGood || create.isPending || image.file === undefined) return
    const map_image = await toDataUrl(image.file)
    create.mutate({ ...words, map_image }, { onSuccess: ({ indoormap }) => onDone(indoormap.id) })
  }
  return (
    <Dialog
      title={t('maps.upload')}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={create.isPending}>
            {t('maps.upload')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure error={refused === undefined ? (create.error ?? undefined) : undefined} />
        <WordFields words={words} faults={faults} onChange={setWords} />
        <ImageDrop image={image} refused={refused} />
      </div>
    </Dialog>
  )
}

interface MapDialogProps {
  readonly map: IndoorMap
  readonly onClose: () => void
}

export function EditMap({ map, onClose }: MapDialogProps) {
  const t = useT()
  const change = useChangeMap(map.id)
  const [words, setWords] = useState<Words>({ map_name: map.map_name, building: map.building, floor: map.floor })
  const faults = useFaults<keyof Words>(faultsOf(t, words), change.error)
  return (
    <Dialog
      title={t('maps.editTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (faults.isGood() && !change.isPending) change.mutate(words, { onSuccess: onClose })
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure error={change.error ?? undefined} />
        <WordFields words={words} faults={faults} onChange={setWords} />
      </div>
    </Dialog>
  )
}

export function ChangeImage({ map, onClose }: MapDialogProps) {
  const t = useT()
  const change = useChangeMap(map.id)
  const image = useChosenImage()
  const refused = image.serverFault(change.error)
  const size = image.measured?.size
  const isSame = size?.width === map.width && size.height === map.height
  const send = async () => {
    if (!image.require() || change.isPending || image.file === undefined) return
    change.mutate({ map_image: await toDataUrl(image.file) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t('maps.imageTitle')}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('maps.imageTitle')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure error={refused === undefined ? (change.error ?? undefined) : undefined} />
        <p>{t('maps.imageRule')}</p>
        <ImageDrop image={image} refused={refused} />
        {size && (
          <p role="status">
            {isSame ? t('maps.sameSize') : t('maps.scaled', { oldWidth: map.width, oldHeight: map.height, ...size })}{' '}
            {isOtherShape(map, size) && <strong>{t('maps.otherShape')}</strong>}
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface DeleteMapProps extends MapDialogProps {
  /** Those on it; undefined for visitors who get no station list. */
  readonly stations: readonly Station[] | undefined
}

export function DeleteMap({ map, stations, onClose }: DeleteMapProps) {
  const t = useT()
  const remove = useRemoveMap()
  return (
    <ConfirmDialog
      isDangerous
      title={t('maps.deleteTitle', { name: map.map_name })}
      verb={t('maps.deleteVerb')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(map.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{stations ? t('maps.deleteStations', { count: stations.length }) : t('maps.deleteUnseen')}</p>
      {stations && stations.length > 0 && (
        <NameList lines={stations.map(({ t4_id, t4_name }) => ({ id: t4_id, name: t4_name, hint: t4_id }))} />
      )}
    </ConfirmDialog>
  )
}
