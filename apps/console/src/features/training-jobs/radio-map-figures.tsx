/** What the jobs of a map teach: by how much positions improve, whether they are placed by it, and the colours of signals. Source: G77. */
import type { Station } from '@whereabouts/contract/stations'
import type { RadioMapView } from '@whereabouts/contract/training-jobs'
import { useT } from '../../lib/i18n.ts'
import { ColourScale } from '../../ui/colour-scale.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { colourOf, STRONG_DBM, WEAK_DBM } from './signal-colours.ts'
import styles from './training-jobs.module.css'

const COVERAGES = {
  none: 'trainingJobs.coverageNone',
  few: 'trainingJobs.coverageFew',
  corner: 'trainingJobs.coverageCorner',
  worse: 'trainingJobs.coverageWorse',
  good: 'trainingJobs.coverageGood',
} as const

interface RadioMapFiguresProps {
  readonly radioMap: RadioMapView
  readonly stations: readonly Station[]
  /** The station whose radio map is drawn; '': none. */
  readonly t4Id: string
  readonly onStation: (t4Id: string) => void
}

export function RadioMapFigures({ radioMap, stations, t4Id, onStation }: RadioMapFiguresProps) {
  const t = useT()
  const { before_metres, after_metres, coverage, jobs } = radioMap
  const known = stations.filter((station) => radioMap.stations.some(({ t4_id }) => t4_id === station.t4_id))
  const metres = (value: number | null) =>
    value === null ? '–' : t('trainingJobs.metres', { metres: value.toFixed(1) })
  const scale = Array.from({ length: 9 }, (_, index) => WEAK_DBM + (index * (STRONG_DBM - WEAK_DBM)) / 8)
  return (
    <section className={styles.figures} aria-label={t('trainingJobs.radioMap')}>
      <dl>
        <div>
          <dt>{t('trainingJobs.before')}</dt>
          <dd className="wb-num">{metres(before_metres)}</dd>
        </div>
        <div data-better={coverage === 'good' || undefined}>
          <dt>{t('trainingJobs.after')}</dt>
          <dd className="wb-num">{coverage === 'good' || coverage === 'worse' ? metres(after_metres) : '–'}</dd>
        </div>
        <div>
          <dt>{t('trainingJobs.spots')}</dt>
          <dd className="wb-num">{jobs.length}</dd>
        </div>
      </dl>
      <p className={styles.note}>{t('trainingJobs.figures')}</p>
      <p className={styles.coverage} data-coverage={coverage}>
        {t(COVERAGES[coverage])}
      </p>
      {known.length > 0 && (
        <>
          <SelectField
            label={t('trainingJobs.station')}
            value={t4Id}
            options={[
              { value: '', label: t('trainingJobs.noSignal') },
              ...known.map(({ t4_id, t4_name }) => ({ value: t4_id, label: t4_name })),
            ]}
            onChange={onStation}
          />
          <ColourScale
            colours={scale.map(colourOf)}
            least={t('trainingJobs.dbm', { dbm: WEAK_DBM })}
            most={t('trainingJobs.dbm', { dbm: STRONG_DBM })}
          />
        </>
      )}
    </section>
  )
}
