/** The plan of a training job: where the tracker is or walks, where jobs were before, and the radio map of a station. Source: G77. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import type { RadioMapView, TrainingJob } from '@whereabouts/contract/training-jobs'
import type { MouseEvent } from 'react'
import { useT } from '../../lib/i18n.ts'
import { PlanBoard } from '../indoor-maps/plan-board.tsx'
import type { Point } from '../indoor-maps/plan-geometry.ts'
import { PlanPoint, pointUnder } from '../indoor-maps/plan-point.tsx'
import { HeatMap } from './heat-map.tsx'
import styles from './training-jobs.module.css'

type Corners = readonly NonNullable<TrainingJob['path']>[number][]

interface JobBoardProps {
  readonly map: IndoorMap
  readonly stations: readonly Station[]
  readonly radioMap: RadioMapView | undefined
  /** The station whose radio map is drawn; '': none. */
  readonly t4Id: string
  /** The spot that is filled in, or the next corner of a walk. */
  readonly point: Point | undefined
  /** The path that is walked now. */
  readonly walked: Corners | undefined
  /** The job that is looked at. */
  readonly shown: TrainingJob | undefined
  /** Null: nothing is pointed at now. */
  readonly onPoint: ((point: Point) => void) | null
  /** The point is moved by keys; in a walk it is passed by Enter. */
  readonly onMove: (point: Point) => void
}

const lineOf = (corners: readonly Pick<Corners[number], 'indoor_X' | 'indoor_Y'>[]): string =>
  corners.map(({ indoor_X, indoor_Y }) => `${indoor_X},${indoor_Y}`).join(' ')

export function JobBoard(props: JobBoardProps) {
  const t = useT()
  const { map, stations, radioMap, t4Id, point, walked, shown, onPoint, onMove } = props
  const rssi = radioMap?.stations.find(({ t4_id }) => t4_id === t4Id)?.rssi
  const at = ({ x, y }: Point) => ({ left: `${(x / map.width) * 100}%`, top: `${(y / map.height) * 100}%` })
  const clicked = (event: MouseEvent) => {
    const under = pointUnder(event, map)
    if (under !== undefined) onPoint?.(under)
  }
  return (
    <PlanBoard map={map} pointing={onPoint === null ? undefined : 'click'} onClick={clicked}>
      {radioMap !== undefined && rssi !== undefined && <HeatMap radioMap={radioMap} rssi={rssi} plan={map} />}
      <svg
        className={styles.paths}
        viewBox={`0 0 ${map.width} ${map.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {radioMap?.jobs.map(({ job_id, path }) => path && <polyline key={job_id} points={lineOf(path)} />)}
        {shown?.path && <polyline data-shown points={lineOf(shown.path)} />}
        {walked && <polyline data-walked points={lineOf(walked)} />}
      </svg>
      {radioMap?.jobs.map(
        ({ job_id, path, indoor_X, indoor_Y }) =>
          path === null && <i key={job_id} className={styles.spot} style={at({ x: indoor_X, y: indoor_Y })} />,
      )}
      {shown && <i className={styles.spot} data-shown style={at({ x: shown.indoor_X, y: shown.indoor_Y })} />}
      {stations.map(
        ({ t4_id, indoor_X, indoor_Y }) =>
          indoor_X !== null &&
          indoor_Y !== null && (
            <i
              key={t4_id}
              className={styles.station}
              data-chosen={t4_id === t4Id || undefined}
              style={at({ x: indoor_X, y: indoor_Y })}
            />
          ),
      )}
      {walked?.map((corner, index) => (
        <i
          key={corner.at_ms}
          className={styles.corner}
          style={at({ x: corner.indoor_X, y: corner.indoor_Y })}
          aria-hidden="true"
        >
          {index + 1}
        </i>
      ))}
      {point && (
        <PlanPoint
          className={styles.point}
          label={t(walked === undefined ? 'trainingJobs.point' : 'trainingJobs.next')}
          point={point}
          plan={map}
          isDisabled={onPoint === null}
          onMove={onMove}
          {...(walked !== undefined && onPoint !== null && { onPress: () => onPoint(point) })}
        />
      )}
    </PlanBoard>
  )
}
