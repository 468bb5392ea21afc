/** One class opened for editing: its name, its colour, its links. Design language §13.12. */
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { MAX_CLASS_URLS } from '@whereabouts/domain/device-settings'
import { useId } from 'react'
import { useT } from '../../lib/i18n.ts'
import { inkOn } from '../../map/palette.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './classes-settings.module.css'
import { CLASS_COLOURS, type ClassFaults } from './draft.ts'

interface ClassFormProps {
  readonly slot: TrackerClass
  readonly nameFault: string | undefined
  /** The fault of the links, where it is shown. */
  readonly faults: ClassFaults | undefined
  readonly onChange: (slot: TrackerClass) => void
  readonly onBlur: () => void
}

export function ClassForm({ slot, nameFault, faults, onChange, onBlur }: ClassFormProps) {
  const t = useT()
  const id = useId()
  const setLink = (at: number, change: Partial<TrackerClass['urls'][number]>) =>
    onChange({ ...slot, urls: slot.urls.map((link, each) => (each === at ? { ...link, ...change } : link)) })
  const badLinks = new Set(faults?.links)

  return (
    <div className={styles.form}>
      <TextField
        label={t('classes.name')}
        isCompact
        autoComplete="off"
        maxLength={200}
        value={slot.name}
        fault={nameFault}
        data-class-name={slot.index}
        onBlur={onBlur}
        onChange={(event) => onChange({ ...slot, name: event.currentTarget.value })}
      />
      <fieldset className={styles.colours}>
        <legend>{t('classes.colour')}</legend>
        <div>
          {CLASS_COLOURS.map((colour) => (
            <label key={colour} style={{ background: colour, color: inkOn(colour) }}>
              <input
                type="radio"
                name={`${id}-colour`}
                aria-label={colour}
                checked={colour === slot.color.toUpperCase()}
                onChange={() => onChange({ ...slot, color: colour })}
              />
              <Glyph isBold icon={IconCheck} size={16} />
            </label>
          ))}
          <input
            type="color"
            aria-label={t('classes.ownColour')}
            title={t('classes.ownColour')}
            value={slot.color}
            onChange={(event) => onChange({ ...slot, color: event.currentTarget.value.toUpperCase() })}
          />
        </div>
      </fieldset>
      <CheckField
        label={t('classes.staff')}
        isChecked={slot.is_staff}
        onChange={(is_staff) => onChange({ ...slot, is_staff })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend over the fields' own labels */}
      <div role="group" aria-labelledby={`${id}-links`} className={styles.links} onBlur={onBlur}>
        <p id={`${id}-links`}>{t('classes.linksTitle')}</p>
        {slot.urls.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place in the list
          <div key={at} className={styles.link}>
            <RowInput
              label={t('classes.linkName', { number: at + 1 })}
              placeholder={t('classes.linkNameShort')}
              maxLength={200}
              isWrong={badLinks.has(at)}
              aria-describedby={`${id}-links-note`}
              value={link.name}
              onChange={(event) => setLink(at, { name: event.currentTarget.value })}
            />
            <RowInput
              label={t('classes.linkUrl', { number: at + 1 })}
              placeholder="https://"
              inputMode="url"
              maxLength={2000}
              isWrong={badLinks.has(at)}
              aria-describedby={`${id}-links-note`}
              value={link.url}
              onChange={(event) => setLink(at, { url: event.currentTarget.value })}
            />
            <IconButton
              label={t('classes.removeLink', { number: at + 1 })}
              onClick={() => onChange({ ...slot, urls: slot.urls.filter((_, each) => each !== at) })}
            >
              <Glyph icon={IconX} size={16} />
            </IconButton>
          </div>
        ))}
        <FieldNote
          id={`${id}-links-note`}
          fault={badLinks.size > 0 ? t('classes.linkFault') : undefined}
          hint={t('classes.linksHint')}
        />
        {slot.urls.length < MAX_CLASS_URLS && (
          <Button
            size="small"
            icon={<Glyph icon={IconPlus} size={16} />}
            onClick={() => onChange({ ...slot, urls: [...slot.urls, { name: '', url: '' }] })}
          >
            {t('classes.addLink')}
          </Button>
        )}
      </div>
    </div>
  )
}
