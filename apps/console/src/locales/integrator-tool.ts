/** The Integrator Tool. */
import type { Catalogue } from './catalogue.ts'

export const integratorTool = {
  'integratorTool.title': ['Integrator tool', '整合商工具', '導入パートナーツール'],
  'integratorTool.hint': [
    'For your own account and the business accounts you made.',
    '適用於你的帳號，以及你建立的企業帳號。',
    '自分のアカウントと、作成した法人アカウントが対象です。',
  ],
  'integratorTool.features': ['Features', '功能', '機能'],
  'integratorTool.featuresHint': [
    'Attendance adds the attendance log to the menu of an account. A switch takes effect at once.',
    '開啟「出勤」後，該帳號的選單會出現出勤紀錄。變更立即生效。',
    '「勤怠」をオンにすると、そのアカウントのメニューに勤怠記録が表示されます。変更はすぐに反映されます。',
  ],
  'integratorTool.you': ['You', '你', '自分'],
  'integratorTool.attendanceOf': ['Attendance for {name}', '{name} 的出勤', '{name}の勤怠'],
  'integratorTool.locationLogs': ['Location logs', '定位紀錄', '位置ログ'],
  'integratorTool.officeLogs': ['Office logs', '出勤紀錄', '勤怠記録'],
  'integratorTool.noUsers': [
    'You have made no business accounts yet.',
    '你尚未建立企業帳號。',
    '法人アカウントはまだ作成していません。',
  ],
} as const satisfies Catalogue
