/** Steps of care watches: figures, ranges, the goal. */
import type { Catalogue } from './catalogue.ts'

export const steps = {
  'steps.title': ['Steps', '步數', '歩数'],
  'steps.of': ['Steps of {name}', '{name} 的步數', '{name}の歩数'],
  'steps.all': ['All', '全部', '全員'],
  'steps.class': ['Class', '類別', 'クラス'],
  'steps.noClass': ['Without a class', '未分類', 'クラスなし'],
  'steps.back': ['All steps', '所有步數', '歩数の一覧'],
  'steps.range': ['Range', '期間', '期間'],
  'steps.range.1w': ['1 week', '1 週', '1週間'],
  'steps.range.1m': ['1 month', '1 個月', '1か月'],
  'steps.range.1y': ['1 year', '1 年', '1年'],
  'steps.name': ['Name', '名稱', '名前'],
  'steps.today': ['Today', '今天', '今日'],
  'steps.total': ['Total', '總計', '合計'],
  'steps.average': ['Daily average', '每日平均', '1日平均'],
  'steps.reached': ['Days at goal', '達標天數', '目標達成日数'],
  'steps.target': ['Daily goal', '每日目標', '1日の目標'],
  'steps.targetLine': ['Goal {count}', '目標 {count}', '目標 {count}'],
  'steps.change': ['Change goal', '變更目標', '目標を変更'],
  'steps.fault': [
    'Write a whole number from 1 to 100000.',
    '請輸入 1 到 100000 的整數。',
    '1から100000の整数で入力してください。',
  ],
  'steps.saved': ['Goal saved', '已儲存目標', '目標を保存しました'],
  'steps.count': ['{date}: {count} steps', '{date}：{count} 步', '{date}：{count}歩'],
  'steps.averageHint': [
    'Days without any step are left out of the average.',
    '平均值不含沒有步數的日子。',
    '歩数のない日は平均に含みません。',
  ],
  'steps.none': ['No steps yet', '尚無步數', '歩数はまだありません'],
  'steps.noneHint': [
    'Care watches that count steps are listed here once one reports.',
    '會計算步數的照護手錶回報後，會列在這裡。',
    '歩数を数えるケアウォッチから報告が届くと、ここに表示されます。',
  ],
} as const satisfies Catalogue
