/** A map symbol in a list or panel: the same outlines as on the map, drawn as SVG. */
import { type MarkerKind, type MarkerState, NO_CLASS_COLOUR } from './marker.ts'
import { inkOn, paled } from './palette.ts'
import { OUTLINES, PHONE_BAR, STATE_SHAPES, STRAP, STRAP_SEAMS, WAVES } from './shapes.ts'

export interface MarkerSymbolProps {
  readonly kind: MarkerKind
  readonly state: MarkerState
  readonly stale?: boolean
  /** `#RRGGBB`; a station's colour is never a class. */
  readonly colour?: string
  readonly initials?: string
  /** Pixels; 34 is the size on the map. */
  readonly size?: number
  readonly hasBadge?: boolean
}

const OFFLINE_EDGE = {
  stroke: 'var(--wb-off)',
  strokeWidth: 1.8,
  strokeDasharray: '3.2 2.6',
  fill: 'var(--wb-surface)',
}

/** Decoration: name and status stand beside it in words. */
export function MarkerSymbol(props: MarkerSymbolProps) {
  const { size = 34, state, hasBadge = true } = props
  return (
    <svg
      width={(size / 34) * 48}
      height={(size / 34) * 48}
      viewBox="-24 -24 48 48"
      style={{ margin: (-7 * size) / 34, overflow: 'visible', flex: 'none', display: 'block' }}
      aria-hidden="true"
    >
      {state === 'offline' ? <Hollow {...props} /> : <Solid {...props} />}
      {hasBadge && state !== 'connected' && (
        <g transform="translate(12.5 10)">
          <circle r="7.6" fill="var(--wb-surface)" />
          <g transform="translate(-6 -6)">
            <StateShape state={state} />
          </g>
        </g>
      )}
    </svg>
  )
}

function Solid({ kind, colour = NO_CLASS_COLOUR, stale = false, initials = '' }: MarkerSymbolProps) {
  const isStation = kind === 'station'
  const fill = isStation ? 'var(--wb-station-fill)' : stale ? paled(colour) : colour
  const ink = isStation ? 'var(--wb-surface)' : inkOn(fill)
  const edge = { stroke: 'var(--wb-marker-edge)', strokeWidth: kind === 'watch' ? 4.4 : 2.4 }
  return (
    <>
      {kind === 'watch' && (
        <>
          <path d={STRAP} fill="var(--wb-marker-edge)" {...edge} strokeLinejoin="round" />
          <path d={OUTLINES.watch} fill="var(--wb-marker-edge)" {...edge} strokeLinejoin="round" />
          <path d={STRAP} fill={fill} />
          <path d={STRAP_SEAMS} stroke="#000" strokeOpacity=".22" strokeWidth="1.4" />
        </>
      )}
      <path d={OUTLINES[kind]} fill={fill} {...(kind === 'watch' ? {} : edge)} strokeLinejoin="round" />
      <Inside kind={kind} initials={initials} ink={ink} />
    </>
  )
}

const Hollow = ({ kind, initials = '' }: MarkerSymbolProps) => (
  <>
    {kind === 'watch' && <path d={STRAP} {...OFFLINE_EDGE} />}
    <path d={OUTLINES[kind]} {...OFFLINE_EDGE} />
    <Inside kind={kind} initials={initials} ink="var(--wb-off-text)" />
  </>
)

function Inside({ kind, initials, ink }: { kind: MarkerKind; initials: string; ink: string }) {
  if (kind === 'station') {
    return (
      <g fill="none" stroke={ink} strokeWidth="1.9" strokeLinecap="round">
        <circle r="1.6" fill={ink} stroke="none" />
        <path d={WAVES} />
      </g>
    )
  }
  return (
    <>
      {kind === 'phone' && <path d={PHONE_BAR} stroke={ink} strokeWidth="1.6" strokeLinecap="round" />}
      <text
        y={kind === 'phone' ? 2.6 : 4.3}
        textAnchor="middle"
        fontSize={kind === 'phone' ? 10.5 : 12}
        fontWeight="650"
        fill={ink}
      >
        {initials}
      </text>
    </>
  )
}

/** The shape of a state in a box of 12 by 12. */
export function StateShape({ state }: { state: MarkerState | 'attention' }) {
  if (state === 'connected') return <path d={STATE_SHAPES.disc} fill="var(--wb-ok)" />
  if (state === 'attention') {
    return (
      <>
        <path d={STATE_SHAPES.triangle} fill="var(--wb-bad)" />
        <path d={STATE_SHAPES.triangleStroke} stroke="var(--wb-surface)" strokeWidth="1.5" strokeLinecap="round" />
        <circle cx="6" cy="9.4" r=".85" fill="var(--wb-surface)" />
      </>
    )
  }
  const colour = state === 'offline' ? 'var(--wb-off)' : 'var(--wb-warn)'
  return (
    <>
      <path d={STATE_SHAPES.ring} fill="none" stroke={colour} strokeWidth="1.6" />
      {state === 'offline' ? (
        <path d={STATE_SHAPES.slash} stroke={colour} strokeWidth="1.6" />
      ) : (
        <path d={STATE_SHAPES.halfDisc} fill={colour} />
      )}
    </>
  )
}
