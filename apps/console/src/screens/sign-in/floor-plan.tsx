/** A floor as the product shows it, with people going about their day. Decoration: hidden from assistive technology. */
import { useEffect, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { CareWatch, Phone, StationMark, TrackerDisc } from './markers.tsx'
import styles from './sign-in.module.css'

const WIDTH = 1120
const HEIGHT = 760

type Box = readonly [x: number, y: number, width: number, height: number]
type Spot = readonly [x: number, y: number]

const UPPER_ROOMS = [40, 160, 280, 400, 520, 640, 760]
const LOWER_ROOMS = [160, 280, 400, 520, 640, 760]
const OTHER_ROOMS: readonly Box[] = [
  [880, 40, 110, 150],
  [990, 40, 90, 150],
  [40, 250, 300, 250],
  [930, 250, 150, 125],
  [780, 375, 300, 125],
  [40, 560, 120, 160],
  [880, 560, 80, 160],
  [960, 560, 120, 160],
]
const GAPS: readonly [d: string, width: number][] = [
  ['M340 350v50', 6],
  ['M780 280v65', 6],
  ['M780 415v44', 6],
  ['M80 560h50', 6],
  ['M990 560h50', 6],
]
const NAMES: readonly [id: MessageId, x: number, y: number][] = [
  ['plan.bath', 906, 178],
  ['plan.linen', 1035, 140],
  ['plan.dining', 190, 460],
  ['plan.garden', 560, 380],
  ['plan.nurses', 855, 366],
  ['plan.medication', 1005, 366],
  ['plan.dayRoom', 930, 478],
  ['plan.lift', 100, 700],
  ['plan.office', 920, 708],
]
const TABLES: readonly Spot[] = [100, 190, 280].flatMap((x) => [
  [x, 310],
  [x, 395],
])
/** A bath and two sofas. */
const FURNITURE: readonly Box[] = [
  [900, 56, 70, 34],
  [812, 392, 54, 18],
  [1000, 392, 54, 18],
]
const TREES: readonly [x: number, y: number, radius: number][] = [
  [450, 300, 20],
  [492, 330, 13],
  [668, 298, 17],
  [640, 455, 22],
  [455, 452, 16],
  [680, 400, 11],
]

/** Where each of those who move goes next; every step is what one position report would bring. */
const WALKS = {
  nurse: [
    [836, 292],
    [760, 224],
    [640, 224],
    [440, 224],
    [440, 140],
    [440, 224],
    [640, 224],
    [760, 224],
  ],
  wheelchair: [
    [640, 222],
    [590, 226],
    [372, 240],
    [372, 380],
    [372, 240],
    [590, 226],
  ],
  resident: [
    [884, 436],
    [884, 436],
    [930, 410],
    [968, 436],
    [930, 410],
  ],
} as const satisfies Record<string, readonly Spot[]>

/** Reports come this often (ms). */
const STEP_MS = 3200

function useSteps(): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setStep((now) => now + 1), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return step
}

const at = (walk: readonly Spot[], step: number): Spot => walk[step % walk.length] as Spot

const Door = ({ x, isUpper }: { x: number; isUpper: boolean }) => {
  const y = isUpper ? 190 : 560
  const swing = isUpper ? `M${x} ${y}v-24a24 24 0 0 1 24 24` : `M${x} ${y}v24a24 24 0 0 0 24 -24`
  return (
    <>
      <path d={`M${x} ${y}h26`} stroke="var(--wb-plan-hall)" strokeWidth="5" />
      <path d={swing} fill="none" stroke="var(--wb-plan-wall)" strokeWidth="1.2" opacity=".8" />
    </>
  )
}

const Bedroom = ({ x, isUpper, number }: { x: number; isUpper: boolean; number: number }) => (
  <>
    <rect className={styles.room} x={x} y={isUpper ? 40 : 560} width="120" height={isUpper ? 150 : 160} />
    <rect className={styles.wall} x={x + 70} y={isUpper ? 40 : 668} width="50" height="52" />
    <circle className={styles.fixture} cx={x + 104} cy={isUpper ? 56 : 704} r="6" />
    <rect className={styles.fixture} x={x + 14} y={isUpper ? 54 : 652} width="30" height="52" rx="4" />
    <path className={styles.fixture} d={`M${x + 14} ${isUpper ? 68 : 690}h30`} />
    <Door x={x + 46} isUpper={isUpper} />
    <text className={styles.roomNumber} x={x + 24} y={isUpper ? 178 : 584}>
      {number}
    </text>
  </>
)

export function FloorPlan() {
  const t = useT()
  const step = useSteps()
  const resident = at(WALKS.resident, Math.floor(step / 3))
  return (
    <aside className={styles.right} aria-hidden="true">
      <div className={styles.stage}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
          <title>{t('plan.place')}</title>
          <rect x="40" y="40" width="1040" height="680" fill="var(--wb-plan-hall)" />
          {UPPER_ROOMS.map((x, index) => (
            <Bedroom key={x} x={x} isUpper number={201 + index} />
          ))}
          {LOWER_ROOMS.map((x, index) => (
            <Bedroom key={x} x={x} isUpper={false} number={208 + index} />
          ))}
          {OTHER_ROOMS.map(([x, y, width, height]) => (
            <rect key={`${x} ${y}`} className={styles.room} x={x} y={y} width={width} height={height} />
          ))}
          <rect className={`${styles.room} ${styles.garden}`} x="400" y="250" width="320" height="250" />
          <rect className={`${styles.room} ${styles.special}`} x="780" y="250" width="150" height="125" />
          {TABLES.map(([x, y]) => (
            <circle key={`${x} ${y}`} className={styles.fixture} cx={x} cy={y} r="17" />
          ))}
          {TREES.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} className={styles.tree} cx={x} cy={y} r={radius} />
          ))}
          <path
            className={styles.fixture}
            d="M800 288v50h40M948 262h110v16H948zM972 610h96m-96 12h96m-96 12h96m-96 12h96m-96 12h96m-96 12h96m-96 12h96m-96 12h96"
          />
          {FURNITURE.map(([x, y, width, height]) => (
            <rect
              key={`${x} ${y}`}
              className={styles.fixture}
              x={x}
              y={y}
              width={width}
              height={height}
              rx={height / 4}
            />
          ))}
          {[934, 1010].map((x) => (
            <Door key={x} x={x} isUpper />
          ))}
          <Door x={900} isUpper={false} />
          {GAPS.map(([d, width]) => (
            <path key={d} d={d} stroke="var(--wb-plan-hall)" strokeWidth={width} />
          ))}
          <rect x="40" y="40" width="1040" height="680" fill="none" stroke="var(--wb-plan-wall)" strokeWidth="5.5" />
          {NAMES.map(([id, x, y]) => (
            <text key={id} className={styles.roomName} x={x} y={y}>
              {t(id)}
            </text>
          ))}
          <StationMark x={560} y={222} />
          <StationMark x={750} y={530} />
          <CareWatch x={460} y={110} initials="OT" colour="#2F6BB5" />
          <TrackerDisc x={690} y={112} initials="E2" colour="#A94A8C" />
          <CareWatch x={815} y={645} initials="UT" colour="#2F6BB5" />
          <CareWatch x={575} y={650} initials="MS" colour="#2F6BB5" />
          <TrackerDisc {...place(at(WALKS.wheelchair, step))} initials="9" colour="#1B7F84" />
          <Phone {...place(at(WALKS.nurse, step))} initials="LW" colour="#8A5F37" />
          <CareWatch {...place(resident)} initials={t('plan.initials')} colour="#7A5BB5" isSelected />
          <foreignObject
            x={resident[0] - 92}
            y={resident[1] + 28}
            width="210"
            height="64"
            style={{ overflow: 'visible' }}
          >
            <div className={styles.tip}>
              <b>{t('plan.person')}</b>
              <span className="wb-num">{t('time.secondsAgo', { count: 2 + ((step * 3) % 9) })}</span>
              <p>
                <svg width="10" height="10" viewBox="0 0 12 12" aria-hidden="true">
                  <circle cx="6" cy="6" r="4.6" fill="var(--wb-ok)" />
                </svg>
                {t('plan.place')}
              </p>
            </div>
          </foreignObject>
        </svg>
      </div>
    </aside>
  )
}

const place = ([x, y]: Spot) => ({ x, y })
