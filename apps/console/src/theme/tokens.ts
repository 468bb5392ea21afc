/**
 * Every colour and shadow of the product, once: [light, dark]. They become the CSS variables `--wb-<name>`.
 * Source: design language §3 and §8.
 */
export const tokens = {
  canvas: ['#F5F4F0', '#121518'],
  surface: ['#FFFFFF', '#1A1E22'],
  sub: ['#FAF9F6', '#20252A'],
  hover: ['#F3F2EE', '#252B30'],
  line: ['#E5E3DD', '#2C3238'],
  line2: ['#D3D0C8', '#3B434A'],
  ctl: ['#8C8A83', '#6D757D'],
  ink: ['#1A1D21', '#ECEBE7'],
  t2: ['#4C5157', '#B4B8BC'],
  t3: ['#62676E', '#989EA4'],
  prim: ['#0E6070', '#63B9C6'],
  'prim-hover': ['#0A4C59', '#7FCAD5'],
  'on-prim': ['#FFFFFF', '#06262C'],
  'prim-tint': ['#E1EFF1', '#15323A'],
  'prim-line': ['#A9CDD3', '#2B5963'],
  focus: ['#0E6070', '#8FD3DD'],
  ok: ['#23935A', '#4DBD80'],
  'ok-text': ['#1B6E45', '#6FD09A'],
  'ok-tint': ['#E4F2EA', '#16301F'],
  warn: ['#C27A00', '#DDA23A'],
  'warn-text': ['#855300', '#E9B65A'],
  'warn-tint': ['#FBF0DA', '#33270F'],
  'warn-line': ['#EBCF97', '#5A4516'],
  off: ['#858B92', '#7E858C'],
  'off-text': ['#5D636A', '#A3A9AF'],
  'off-tint': ['#EFEEEB', '#272C31'],
  bad: ['#CF3327', '#F26A5E'],
  'bad-text': ['#B3231B', '#FF9187'],
  'bad-tint': ['#FBE9E7', '#3A1B18'],
  'bad-line': ['#F0BFBA', '#6B2D27'],
  'bad-solid': ['#CF3327', '#C93A2F'],
  cold: ['#3A74D0', '#6B9DF0'],
  'cold-text': ['#2558AE', '#8DB6FF'],
  'cold-tint': ['#E6EEFA', '#1A2A45'],
  scrim: ['rgba(22,24,27,.46)', 'rgba(4,6,8,.62)'],
  'shadow-1': ['0 1px 2px rgba(26,29,33,.06)', '0 1px 2px rgba(0,0,0,.4)'],
  'shadow-2': [
    '0 1px 2px rgba(26,29,33,.06),0 6px 20px rgba(26,29,33,.10)',
    '0 0 0 1px rgba(255,255,255,.05),0 8px 24px rgba(0,0,0,.45)',
  ],
  'shadow-3': [
    '0 2px 6px rgba(26,29,33,.10),0 18px 48px rgba(26,29,33,.20)',
    '0 0 0 1px rgba(255,255,255,.06),0 20px 56px rgba(0,0,0,.6)',
  ],

  // The base map: nothing on it is as saturated as a marker.
  'map-land': ['#F1EFEA', '#191D20'],
  'map-block': ['#EAE7E0', '#1E2326'],
  'map-building': ['#DEDAD1', '#272D31'],
  'map-street': ['#FBFAF8', '#15181B'],
  'map-road': ['#FFFFFF', '#343B41'],
  'map-road-edge': ['#D6D2C8', '#101315'],
  'map-highway': ['#F7EBCB', '#4A4436'],
  'map-highway-edge': ['#E2D2A6', '#191713'],
  'map-water': ['#C9DBE1', '#10262F'],
  'map-park': ['#DAE5D2', '#1B2A21'],
  'map-site': ['#F3DFD0', '#3A2F29'],
  'map-site-line': ['#C9AE97', '#6D5748'],
  'map-label': ['#5F656B', '#9AA0A6'],
  'map-label-water': ['#48707F', '#6C99A8'],
  'map-label-park': ['#4F6E47', '#7F9E79'],
  'map-halo': ['rgba(250,249,246,.92)', 'rgba(20,23,26,.9)'],

  // A floor plan: rooms white, halls paper.
  'plan-outside': ['#ECEAE4', '#14181B'],
  'plan-room': ['#FFFFFF', '#21262B'],
  'plan-hall': ['#F4F2ED', '#191D21'],
  'plan-wall': ['#A39F95', '#59616A'],
  'plan-fixture': ['#D6D3CB', '#363D44'],
  'plan-garden': ['#DCE7D4', '#1D2C22'],
  'plan-label': ['#676C73', '#9AA0A6'],
  'plan-special': ['#EEF3F4', '#1D2A2E'],

  'marker-edge': ['#FFFFFF', '#15181B'],
  'station-fill': ['#353B42', '#D4D7DA'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type TokenName = keyof typeof tokens

/** Colours a tracker class may have: no status hues, white initials readable on each. Source: design language §3. */
export const CLASS_COLOURS = [
  '#2F6BB5',
  '#7A5BB5',
  '#1B7F84',
  '#A94A8C',
  '#8A5F37',
  '#6F7526',
  '#B8546F',
  '#2F4374',
  '#1F7CA1',
] as const
/** Colour of a device without a class. */
export const NO_CLASS_COLOUR = '#5A626B'
