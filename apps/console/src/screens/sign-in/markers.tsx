/** The product's map symbols as the sign-in page draws them; the map itself draws them with MapLibre. */
import type { ReactNode } from 'react'
import styles from './sign-in.module.css'

interface Place {
  readonly x: number
  readonly y: number
}
interface Device extends Place {
  readonly initials: string
  readonly colour: string
}

const At = ({ x, y, children }: Place & { children: ReactNode }) => (
  <g className={styles.marker} style={{ transform: `translate(${x}px, ${y}px)` }}>
    {children}
  </g>
)

const Initials = ({ text, y = 4.3, size = 12 }: { text: string; y?: number; size?: number }) => (
  <text className={styles.initials} y={y} fontSize={size}>
    {text}
  </text>
)

export const TrackerDisc = ({ initials, colour, ...place }: Device) => (
  <At {...place}>
    <circle r="14" fill={colour} stroke="var(--wb-marker-edge)" strokeWidth="2.4" />
    <Initials text={initials} />
  </At>
)

export const CareWatch = ({ initials, colour, isSelected, ...place }: Device & { isSelected?: boolean }) => (
  <At {...place}>
    {isSelected && <circle r="21" fill="var(--wb-surface)" stroke="var(--wb-prim)" strokeWidth="3.2" />}
    <g fill="var(--wb-marker-edge)" stroke="var(--wb-marker-edge)" strokeWidth="4.4" strokeLinejoin="round">
      <rect x="-6.6" y="-17.4" width="13.2" height="34.8" rx="2.6" />
      <rect x="-12.8" y="-12.8" width="25.6" height="25.6" rx="7.6" />
    </g>
    <rect x="-6.6" y="-17.4" width="13.2" height="34.8" rx="2.6" fill={colour} />
    <path d="M-6.6-13.4h13.2M-6.6 13.4h13.2" stroke="#000" strokeOpacity=".22" strokeWidth="1.4" />
    <rect x="-12.8" y="-12.8" width="25.6" height="25.6" rx="7.6" fill={colour} />
    <Initials text={initials} />
  </At>
)

export const Phone = ({ initials, colour, ...place }: Device) => (
  <At {...place}>
    <rect
      x="-10.5"
      y="-16"
      width="21"
      height="32"
      rx="5"
      fill={colour}
      stroke="var(--wb-marker-edge)"
      strokeWidth="2.4"
    />
    <path d="M-2.6 11.6h5.2" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
    <Initials text={initials} y={2.6} size={10.5} />
  </At>
)

export const StationMark = (place: Place) => (
  <At {...place}>
    <path
      d="M0-12.8 11.1-6.4V6.4L0 12.8-11.1 6.4V-6.4z"
      fill="var(--wb-station-fill)"
      stroke="var(--wb-marker-edge)"
      strokeWidth="2.2"
      strokeLinejoin="round"
    />
    <g fill="none" stroke="var(--wb-surface)" strokeWidth="1.7" strokeLinecap="round">
      <circle r="1.4" fill="var(--wb-surface)" stroke="none" />
      <path d="M-3.7 3.7a5.3 5.3 0 0 1 0-7.4M3.7 3.7a5.3 5.3 0 0 0 0-7.4" />
    </g>
  </At>
)
