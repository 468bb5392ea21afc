/** What to do with one's hands, drawn. Source: design language §13.5. */
import styles from './onboarding.module.css'

/** The computer, the device beside it, and a finger on its button where it must be pressed. */
export const DeskPicture = ({ isStation, isPressed }: { isStation: boolean; isPressed: boolean }) => (
  <div className={styles.picture}>
    <svg aria-hidden="true" viewBox="0 0 420 200" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g stroke="var(--wb-t2)" strokeWidth="1.8">
        <rect x="34" y="52" width="132" height="88" rx="7" fill="var(--wb-surface)" />
        <path d="M18 150h164l-9-10H27z" fill="var(--wb-surface)" />
        <rect x="46" y="64" width="108" height="64" rx="3" stroke="var(--wb-line2)" />
      </g>
      <circle cx="100" cy="96" r="13" fill="var(--wb-prim-tint)" />
      <path d="M96 91l8 8-4 4V87l4 4-8 8" stroke="var(--wb-prim)" strokeWidth="1.7" />
      <path d="M196 96h60" stroke="var(--wb-prim)" strokeWidth="2.4" strokeDasharray="1 8" />
      <g transform="translate(322 98)">
        <circle r="60" fill="var(--wb-prim)" opacity=".06" />
        <circle r="46" fill="var(--wb-prim)" opacity=".09" />
        {isStation ? <StationShape /> : <TrackerShape />}
      </g>
      {isPressed && (
        <path
          transform="translate(-14 -8)"
          d="M352 168c-6-10-12-16-18-22-4-4 1-10 6-7l10 8-14-26c-3-6 5-10 9-4l12 19c2-4 8-4 10 0 3-3 8-2 9 2 4-2 8 1 8 5l3 18c1 8-3 15-9 19z"
          stroke="var(--wb-ink)"
          strokeWidth="1.8"
          fill="var(--wb-surface)"
        />
      )}
    </svg>
  </div>
)

const TrackerShape = () => (
  <>
    <rect
      x="-30"
      y="-40"
      width="60"
      height="78"
      rx="22"
      fill="var(--wb-surface)"
      stroke="var(--wb-t2)"
      strokeWidth="1.8"
    />
    <circle cy="-29" r="4" stroke="var(--wb-t2)" strokeWidth="1.6" />
    <circle cy="6" r="17" fill="var(--wb-prim-tint)" stroke="var(--wb-prim)" strokeWidth="2" />
    <circle cy="6" r="4" fill="var(--wb-prim)" />
  </>
)

const StationShape = () => (
  <>
    <path d="M0-42 36-21V21L0 42-36 21V-21z" fill="var(--wb-surface)" stroke="var(--wb-t2)" strokeWidth="1.8" />
    <path d="M-16-4a22 22 0 0 1 32 0M-9 5a12 12 0 0 1 18 0" stroke="var(--wb-prim)" strokeWidth="2" />
    <circle cy="15" r="3.5" fill="var(--wb-prim)" />
  </>
)

const RADIUS = 22
const ROUND = 2 * Math.PI * RADIUS

/** The wait as a ring that drains. */
export const WaitRing = ({ left, whole, label }: { left: number; whole: number; label: string }) => (
  <svg className={styles.ring} width="52" height="52" viewBox="-26 -26 52 52" role="img" aria-label={label}>
    <circle r={RADIUS} fill="none" stroke="var(--wb-line2)" strokeWidth="4" />
    <circle
      r={RADIUS}
      fill="none"
      stroke="var(--wb-prim)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeDasharray={`${(ROUND * left) / whole} ${ROUND}`}
      transform="rotate(-90)"
    />
    <text y="6" textAnchor="middle">
      {left}
    </text>
  </svg>
)
