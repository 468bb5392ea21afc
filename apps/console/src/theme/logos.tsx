/** Logos as drawings, so that they follow the colour scheme and cost no request. */
import type { ReactNode } from 'react'

/** A room with its door open and one dot inside, on a 24 by 24 field. */
const MarkDrawing = () => (
  <>
    <path
      d="M20.5 12.5V6.2a2.7 2.7 0 0 0-2.7-2.7H6.2a2.7 2.7 0 0 0-2.7 2.7v11.6a2.7 2.7 0 0 0 2.7 2.7h5.3"
      fill="none"
      stroke="var(--wb-ink)"
      strokeWidth="2.3"
      strokeLinecap="round"
    />
    <path
      d="M11.5 20.5a9 9 0 0 1 9-8"
      fill="none"
      stroke="var(--wb-ink)"
      strokeWidth="1.2"
      strokeDasharray="1.6 2.2"
      opacity=".65"
    />
    <circle cx="10.4" cy="10.4" r="3.3" fill="var(--wb-prim)" />
  </>
)

export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <MarkDrawing />
  </svg>
)

/** A mark of 24 and a name of a set width beside it: no font can make the logo wider than its slot. */
const Wordmark = ({ name, width, children }: { name: string; width: number; children: ReactNode }) => (
  <svg
    viewBox={`0 0 ${width + 30} 24`}
    height="21"
    width={((width + 30) * 21) / 24}
    preserveAspectRatio="xMinYMid slice"
    aria-hidden="true"
  >
    {children}
    <text
      x="30"
      y="17.2"
      fill="var(--wb-ink)"
      fontSize="15.5"
      fontWeight="650"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      style={{ fontFamily: 'var(--wb-font)' }}
    >
      {name}
    </text>
  </svg>
)

export const WhereaboutsLogo = () => (
  <Wordmark name="Whereabouts" width={87}>
    <MarkDrawing />
  </Wordmark>
)

export const HarborLogo = () => (
  <Wordmark name="Harbor" width={52}>
    <path d="M12 3v15M7.5 8.5h9" fill="none" stroke="var(--wb-ink)" strokeWidth="2.2" strokeLinecap="round" />
    <path
      d="M3.5 13.5c.6 4.3 4 7 8.5 7s7.9-2.7 8.5-7"
      fill="none"
      stroke="var(--wb-prim)"
      strokeWidth="2.4"
      strokeLinecap="round"
    />
  </Wordmark>
)

export const MeadowLogo = () => (
  <Wordmark name="Meadow Care" width={95}>
    <path d="M12 21V10" fill="none" stroke="var(--wb-ink)" strokeWidth="2.2" strokeLinecap="round" />
    <path d="M12 13c-5.5 0-8-3-8-8 5 0 8 2.7 8 8z" fill="var(--wb-prim)" />
    <path d="M12 17c0-4 2.5-6.5 8-6.5 0 4.5-2.8 6.5-8 6.5z" fill="none" stroke="var(--wb-ink)" strokeWidth="2" />
  </Wordmark>
)

export const SummitLogo = () => (
  <Wordmark name="Summit" width={58}>
    <path
      d="M2.5 20 10 6l4.5 8 2.3-3.6L21.5 20z"
      fill="none"
      stroke="var(--wb-ink)"
      strokeWidth="2.3"
      strokeLinejoin="round"
    />
    <circle cx="17.5" cy="5" r="2.4" fill="var(--wb-prim)" />
  </Wordmark>
)
