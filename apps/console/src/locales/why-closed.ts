/** Why the person who is looking at a setting may not change it. */
import type { Catalogue } from './catalogue.ts'

export const whyClosed = {
  'settings.managersOnly': [
    'Only the owner and deputies can change this.',
    '只有擁有者與代理人可以變更。',
    '変更できるのはオーナーと代理のみです。',
  ],
  'settings.notByLink': [
    'Visitors by a link cannot change settings of the account.',
    '透過連結進入的訪客無法變更帳號的設定。',
    'リンクから入った来訪者は、アカウントの設定を変更できません。',
  ],
} as const satisfies Catalogue
