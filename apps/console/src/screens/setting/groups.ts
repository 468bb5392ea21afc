/** The pages of the advanced settings by group, and links to what lives in device management. Source: G13; design language §13.12. */
import {
  IconBellRinging,
  IconCategory,
  IconClockCog,
  IconHeartRateMonitor,
  IconInfoCircle,
  IconMap2,
  IconNote,
  IconPhoto,
  IconPlugConnected,
  IconPolygon,
  IconRoute,
  IconRulerMeasure,
  IconTableImport,
  IconTool,
  IconWebhook,
} from '@tabler/icons-react'
import { addTexts } from '../../lib/i18n.ts'
import { INTEGRATOR_TOOL_PATH } from '../../lib/integrator-tool-path.ts'
import { pageOf } from '../../lib/pages.ts'
import { configurationPath, type SettingTab, shiftTimesPath } from '../../lib/paths.ts'
import { branding } from '../../locales/branding.ts'
import { integratorTool } from '../../locales/integrator-tool.ts'
import { setting } from '../../locales/setting.ts'
import { shiftReports } from '../../locales/shift-reports.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { SubPageGroup } from '../../ui/sub-pages.tsx'

addTexts(branding)
addTexts(integratorTool)
addTexts(setting)
addTexts(shiftReports)

export const settingGroups: readonly SubPageGroup<SettingTab>[] = [
  {
    label: 'setting.tracking',
    pages: [
      {
        ...pageOf('setting', 'classes'),
        icon: IconCategory,
        Page: lazyComponent(() => import('./classes-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'remarks'),
        icon: IconNote,
        Page: lazyComponent(() => import('./remarks-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'zones'),
        icon: IconPolygon,
        Page: lazyComponent(() => import('./zones-page.tsx'), 'default'),
      },
    ],
    elsewhere: [{ ...pageOf('configuration', 'maps'), to: configurationPath('maps'), icon: IconMap2 }],
  },
  {
    label: 'setting.stations',
    pages: [
      {
        ...pageOf('setting', 'calibration'),
        icon: IconRulerMeasure,
        Page: lazyComponent(() => import('./calibration-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'training'),
        icon: IconRoute,
        Page: lazyComponent(() => import('./training-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'health'),
        icon: IconHeartRateMonitor,
        Page: lazyComponent(() => import('./health-page.tsx'), 'default'),
      },
    ],
    elsewhere: [
      {
        ...pageOf('configuration', 'update-configs'),
        to: configurationPath('update-configs'),
        icon: IconTableImport,
      },
    ],
  },
  {
    label: 'setting.reports',
    pages: [
      {
        ...pageOf('setting', 'alerts'),
        icon: IconBellRinging,
        Page: lazyComponent(() => import('./alerts-page.tsx'), 'default'),
      },
    ],
    elsewhere: [
      { to: shiftTimesPath(), label: 'shiftTimes.title', icon: IconClockCog, permission: 'viewShiftReports' },
    ],
  },
  {
    label: 'setting.connections',
    pages: [
      {
        ...pageOf('setting', 'brokers'),
        icon: IconPlugConnected,
        Page: lazyComponent(() => import('./brokers-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'webhooks'),
        icon: IconWebhook,
        Page: lazyComponent(() => import('./webhooks-page.tsx'), 'default'),
      },
    ],
  },
  {
    label: 'setting.branding',
    pages: [
      {
        ...pageOf('setting', 'logo'),
        icon: IconPhoto,
        Page: lazyComponent(() => import('./logo-page.tsx'), 'default'),
      },
      {
        ...pageOf('setting', 'about'),
        icon: IconInfoCircle,
        Page: lazyComponent(() => import('./about-page.tsx'), 'default'),
      },
    ],
  },
  {
    label: 'setting.integrator',
    pages: [
      {
        tab: 'integrator',
        path: INTEGRATOR_TOOL_PATH,
        label: 'integratorTool.title',
        icon: IconTool,
        permission: 'manageBusinessUsers',
        Page: lazyComponent(() => import('../integrator-tool/integrator-tool-page.tsx'), 'default'),
      },
    ],
  },
]
