/** Advanced settings: the groups of its pages. */
import type { Catalogue } from './catalogue.ts'

export const setting = {
  'setting.tracking': ['Tracking', '追蹤', '追跡'],
  'setting.stations': ['Stations', '基站', 'ステーション'],
  'setting.reports': ['Reports and alerts', '報告與警報', '申し送りとアラート'],
  'setting.connections': ['Connections', '連接', '連携'],
  'setting.branding': ['Branding', '品牌', 'ブランド'],
  'setting.integrator': ['Integrator', '整合商', '導入パートナー'],
} as const satisfies Catalogue
