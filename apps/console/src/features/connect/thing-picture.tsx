/** What people own, drawn as they know it: outlines in the words' colour, what speaks in the product's. */
import type { ReactNode } from 'react'
import type { ThingId } from './things.ts'

const BODY = { fill: 'var(--wb-surface)', stroke: 'var(--wb-t2)', strokeWidth: 1.6 } as const
const FINE = { stroke: 'var(--wb-t3)', strokeWidth: 1.4 } as const
const SPEAKS = { stroke: 'var(--wb-prim)', strokeWidth: 2 } as const

/** What it sends through the air. */
const Waves = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x} ${y - 7}q6 7 0 14M${x + 7} ${y - 12}q10 12 0 24`} {...SPEAKS} />
)

const Pin = ({ x, y }: { x: number; y: number }) => (
  <path
    d={`M${x} ${y + 11}c-6-7-9-10-9-14a9 9 0 0 1 18 0c0 4-3 7-9 14z`}
    fill="var(--wb-prim-tint)"
    stroke="var(--wb-prim)"
    strokeWidth="2"
  />
)

const SHAPES: Readonly<Record<ThingId | 'tracker' | 'station', ReactNode>> = {
  iphone: (
    <>
      <rect x="40" y="8" width="40" height="68" rx="9" {...BODY} />
      <path d="M54 13h12" {...FINE} strokeWidth="3.4" />
      <Pin x={60} y={42} />
    </>
  ),
  android: (
    <>
      <rect x="40" y="8" width="40" height="68" rx="5" {...BODY} />
      <circle cx="60" cy="14" r="1.8" fill="var(--wb-t3)" />
      <path d="M48 71h24" {...FINE} />
      <Pin x={60} y={42} />
    </>
  ),
  espresense: (
    <>
      <rect x="38" y="18" width="34" height="50" rx="3" {...BODY} />
      <rect x="44" y="24" width="22" height="18" rx="1.5" {...FINE} />
      <path d="M38 28h-5M38 36h-5M38 44h-5M38 52h-5M38 60h-5M72 28h5M72 36h5M72 44h5M72 52h5M72 60h5" {...FINE} />
      <path d="M50 68v5h10v-5" {...FINE} />
      <Waves x={86} y={33} />
    </>
  ),
  shelly: (
    <>
      <rect x="36" y="24" width="40" height="36" rx="8" {...BODY} />
      <path d="M43 60v7M50 60v7M57 60v7M64 60v7" {...FINE} strokeWidth="2.4" />
      <circle cx="56" cy="40" r="6" {...SPEAKS} />
      <Waves x={86} y={40} />
    </>
  ),
  ruuvi: (
    <>
      <circle cx="54" cy="42" r="25" {...BODY} />
      <circle cx="54" cy="42" r="19" {...FINE} />
      <path d="M54 31v13" {...SPEAKS} strokeWidth="3.4" />
      <circle cx="54" cy="48" r="4.6" fill="var(--wb-prim)" />
      <Waves x={88} y={42} />
    </>
  ),
  ibeacon: (
    <>
      <rect x="34" y="22" width="40" height="40" rx="9" {...BODY} />
      <circle cx="41" cy="29" r="2.6" {...FINE} />
      <circle cx="55" cy="43" r="8" fill="var(--wb-prim-tint)" {...SPEAKS} />
      <Waves x={86} y={42} />
    </>
  ),
  gateway: (
    <>
      <rect x="28" y="42" width="58" height="24" rx="5" {...BODY} />
      <path d="M36 42V20M78 42V20" {...FINE} strokeWidth="2" />
      <path d="M37 54h2M45 54h2M53 54h2" {...SPEAKS} strokeWidth="3" />
      <Waves x={88} y={26} />
    </>
  ),
  ruuviGateway: (
    <>
      <rect x="34" y="18" width="40" height="48" rx="12" {...BODY} />
      <circle cx="54" cy="40" r="9" {...FINE} />
      <path d="M48 58h12" {...SPEAKS} />
      <Waves x={86} y={42} />
    </>
  ),
  gps: (
    <>
      <rect x="30" y="30" width="46" height="34" rx="5" {...BODY} />
      <path d="M38 64v7M46 64v7M54 64v7" {...FINE} strokeWidth="2" />
      <path d="M38 40h12" {...FINE} strokeWidth="2.4" />
      <Pin x={80} y={26} />
    </>
  ),
  lorawan: (
    <>
      <path d="M60 40 46 72M60 40l14 32M52 58h16" {...FINE} strokeWidth="1.8" />
      <circle cx="60" cy="30" r="4" fill="var(--wb-prim)" />
      <path d="M70 20q6 10 0 20M77 14q11 16 0 32M50 20q-6 10 0 20M43 14q-11 16 0 32" {...SPEAKS} />
    </>
  ),
  meshtastic: (
    <>
      <path d="M36 62 60 24l24 38zM60 24v24M36 62l24-14 24 14" {...FINE} />
      <circle cx="36" cy="62" r="6" {...BODY} />
      <circle cx="84" cy="62" r="6" {...BODY} />
      <circle cx="60" cy="24" r="6" {...BODY} />
      <circle cx="60" cy="48" r="4.6" fill="var(--wb-prim)" />
    </>
  ),
  broker: (
    <>
      <rect x="40" y="32" width="40" height="22" rx="5" {...BODY} />
      <path d="M24 22h10v14h6M24 64h10V50h6M96 22H86v14h-6M96 64H86V50h-6" {...FINE} />
      <path d="M49 43h2M59 43h2M69 43h2" {...SPEAKS} strokeWidth="3" />
    </>
  ),
  homeAssistant: (
    <>
      <path d="M60 14 88 40v30H32V40z" {...BODY} strokeLinejoin="round" />
      <path d="M60 66V38M60 50l-9-8M60 58l9-8" {...SPEAKS} />
      <circle cx="60" cy="34" r="4" fill="var(--wb-prim)" />
      <circle cx="48" cy="40" r="3.4" fill="var(--wb-prim)" />
      <circle cx="72" cy="48" r="3.4" fill="var(--wb-prim)" />
    </>
  ),
  other: (
    <>
      <rect x="30" y="20" width="60" height="44" rx="5" {...BODY} />
      <path d="m42 34 9 8-9 8" {...SPEAKS} />
      <path d="M58 51h16" {...FINE} strokeWidth="2" />
    </>
  ),
  tracker: (
    <>
      <rect x="42" y="14" width="36" height="56" rx="15" {...BODY} />
      <circle cx="60" cy="22" r="2.6" {...FINE} />
      <circle cx="60" cy="45" r="11" fill="var(--wb-prim-tint)" {...SPEAKS} />
      <circle cx="60" cy="45" r="3" fill="var(--wb-prim)" />
    </>
  ),
  station: (
    <>
      <path d="m60 12 27 15v30L60 72 33 57V27z" {...BODY} />
      <path d="M48 41a17 17 0 0 1 24 0M53 47a10 10 0 0 1 14 0" {...SPEAKS} />
      <circle cx="60" cy="54" r="2.6" fill="var(--wb-prim)" />
    </>
  ),
}

export const ThingPicture = ({ thing }: { thing: keyof typeof SHAPES }) => (
  <svg aria-hidden="true" viewBox="0 0 120 84" fill="none" strokeLinecap="round" strokeLinejoin="round">
    {SHAPES[thing]}
  </svg>
)
