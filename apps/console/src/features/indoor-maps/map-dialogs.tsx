/** Dialogs of indoor maps: a new one, other words for one, and its end. Source: G52. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { useState } from 'react'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { mapEditing } from '../../locales/map-editing.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { NameList } from '../../ui/name-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { ZonesLost } from '../zones/zones-lost.tsx'
import { useChangeMap, useCreateMap, useRemoveMap } from './changes.ts'
import styles from './map-dialogs.module.css'
import { ImageDrop, useChosenImage } from './map-image.tsx'

addTexts(mapEditing)

const isLong = (text: string): boolean => isTooLongForName(text.trim())

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
  const send = () => {
    // Both say what is missing.
    const isGood = [faults.isGood(), image.require()].every(Boolean)
    if (!isGood || create.isPending || image.file === undefined) return
    create.mutate({ ...words, image: image.file }, { onSuccess: ({ indoormap }) => onDone(indoormap.id) })
  }
  return (
    <Dialog
      title={t('maps.upload')}
      onClose={onClose}
      onSubmit={send}
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
      <ZonesLost mapId={map.id} />
    </ConfirmDialog>
  )
}
