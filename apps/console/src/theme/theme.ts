/** Mantine in our colours, sizes and type. Source: design language §3, §4, §5. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const tuple = (hex: string) => hex.split(' ').map((colour) => `#${colour}`) as unknown as MantineColorsTuple

/** Heights of controls: small 28, default 34, sign-in and link pages 42. */
const HEIGHTS: Record<string, string> = { xs: '28px', sm: '34px', lg: '42px' }
const PADDINGS: Record<string, string> = { xs: '9px', sm: '12px', lg: '16px' }

export const theme = createTheme({
  colors: {
    petrol: tuple('EAF4F5 E1EFF1 C3DEE2 A9CDD3 63B9C6 3C97A6 1E7A8A 0E6070 0A4C59 073943'),
    gray: tuple('FAF9F6 F5F4F0 EFEEEB E5E3DD D3D0C8 B5B2AA 8C8A83 62676E 4C5157 1A1D21'),
    dark: tuple('ECEBE7 B4B8BC 989EA4 6D757D 3B434A 2C3238 20252A 1A1E22 121518 0C0E10'),
  },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  black: '#1A1D21',
  autoContrast: true,
  fontFamily: 'var(--wb-font)',
  fontFamilyMonospace: 'var(--wb-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '24px' },
  headings: { fontFamily: 'var(--wb-font)', fontWeight: '650' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: naming the components here would load them all with the frame.
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { size = 'sm' }: { size?: string }) => ({
        root: {
          '--button-height': HEIGHTS[size],
          '--button-padding-x': PADDINGS[size],
          '--button-fz': size === 'lg' ? '14px' : '13px',
        },
      }),
    },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { size = 'sm' }: { size?: string }) => ({
        wrapper: {
          '--input-height': HEIGHTS[size],
          '--input-fz': '14px',
          '--input-bd': 'var(--wb-ctl)',
          '--input-bd-focus': 'var(--wb-focus)',
          '--input-bg': 'var(--wb-surface)',
        },
      }),
    },
    InputWrapper: {
      vars: () => ({ label: { '--input-label-size': '13px' }, error: { '--input-error-size': '12px' } }),
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  },
})

/** Mantine's own names for our colours, so that its components reach our contrast. */
const variables = {
  '--mantine-color-body': 'var(--wb-canvas)',
  '--mantine-color-text': 'var(--wb-ink)',
  '--mantine-color-dimmed': 'var(--wb-t2)',
  '--mantine-color-error': 'var(--wb-bad-text)',
  '--mantine-color-placeholder': 'var(--wb-t3)',
  '--mantine-color-anchor': 'var(--wb-prim)',
  '--mantine-color-default': 'var(--wb-surface)',
  '--mantine-color-default-hover': 'var(--wb-hover)',
  '--mantine-color-default-border': 'var(--wb-line2)',
  '--mantine-primary-color-filled': 'var(--wb-prim)',
  '--mantine-primary-color-filled-hover': 'var(--wb-prim-hover)',
  '--mantine-primary-color-contrast': 'var(--wb-on-prim)',
}

/** In both schemes alike, since Mantine gives each its own values otherwise. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
