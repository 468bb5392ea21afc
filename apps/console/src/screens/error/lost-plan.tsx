/** A way through a floor plan that leads outside: the product's drawing for what is not there. */
export const LostPlan = () => (
  <svg
    viewBox="0 0 440 330"
    width="440"
    height="330"
    style={{ maxWidth: '100%', height: 'auto' }}
    fill="none"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M20 20h400v290H260M196 310H20V20" stroke="var(--wb-plan-wall)" strokeWidth="5" strokeLinecap="round" />
    <path
      d="M20 130h90M150 130h110M260 20v50M260 106v24M260 130v40M260 206v104M260 170h60M356 170h64M120 310v-60M120 214v-84"
      stroke="var(--wb-plan-wall)"
      strokeWidth="3"
    />
    <path d="M196 310a64 64 0 0 1 64-64" stroke="var(--wb-plan-wall)" strokeWidth="1.4" strokeDasharray="3 4" />
    <g stroke="var(--wb-plan-fixture)" strokeWidth="1.8">
      <rect x="36" y="36" width="34" height="56" rx="5" />
      <path d="M36 52h34" />
      <circle cx="200" cy="200" r="22" />
      <rect x="292" y="40" width="104" height="20" />
      <rect x="300" y="262" width="60" height="22" rx="6" />
    </g>
    <path
      d="M66 108c10 60 60 30 88 60s8 90 66 100 20 60 40 72"
      stroke="var(--wb-prim)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeDasharray="1 9"
    />
    <circle cx="66" cy="104" r="7" fill="var(--wb-prim)" />
    <circle
      cx="340"
      cy="116"
      r="30"
      fill="var(--wb-surface)"
      stroke="var(--wb-off)"
      strokeWidth="2.4"
      strokeDasharray="5 5"
    />
    <text
      x="340"
      y="125"
      textAnchor="middle"
      fontSize="26"
      fontWeight="650"
      fill="var(--wb-t3)"
      style={{ fontFamily: 'var(--wb-font)' }}
    >
      ?
    </text>
  </svg>
)
