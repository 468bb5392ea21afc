/** The batch update of stations from a CSV file. */
import type { Catalogue } from './catalogue.ts'

export const stationUpdate = {
  'update.hint': [
    'Change names, positions and maps of many stations from one CSV file. Nothing is written until you have seen what changes.',
    '用一個 CSV 檔案變更多個基站的名稱、位置與地圖。確認變更內容之前不會寫入任何資料。',
    '1つのCSVファイルで、多数のステーションの名前・位置・マップを変更します。変更内容を確認するまで何も書き込まれません。',
  ],
  'update.template': ['Current stations as CSV', '下載目前的基站（CSV）', '現在のステーションをCSVで保存'],
  'update.drop': ['Drop a CSV file here, or', '將 CSV 檔案拖放到這裡，或', 'CSVファイルをここにドロップ、または'],
  'update.choose': ['choose a file', '選擇檔案', 'ファイルを選択'],
  'update.limits': [
    'UTF-8, with a SERIAL NUMBER column, up to {count} rows',
    'UTF-8 編碼，須有 SERIAL NUMBER 欄，最多 {count} 列',
    'UTF-8、SERIAL NUMBER列が必要、{count}行まで',
  ],
  'update.columns': [
    'Start from the current stations, or write a file with these columns: {columns}. Columns you leave out and cells you leave empty stay as they are.',
    '可從目前的基站開始編輯，或自行建立含以下欄位的檔案：{columns}。省略的欄位與空白的儲存格維持不變。',
    '現在のステーションのCSVを編集するか、次の列を持つファイルを用意してください：{columns}。ない列と空のセルは変更されません。',
  ],
  'update.fault.encoding': [
    '{name} is not in UTF-8. Save it as “CSV UTF-8” and choose it again.',
    '{name} 不是 UTF-8 編碼。請另存為「CSV UTF-8」後再選擇一次。',
    '{name}はUTF-8ではありません。「CSV UTF-8」で保存して、もう一度選んでください。',
  ],
  'update.fault.noSerialNumber': [
    '{name} has no SERIAL NUMBER column in its first line. Nothing was read.',
    '{name} 的第一列沒有 SERIAL NUMBER 欄，未讀取任何資料。',
    '{name}の1行目にSERIAL NUMBER列がありません。何も読み込んでいません。',
  ],
  'update.fault.empty': [
    '{name} has no rows below its header.',
    '{name} 的標題列下方沒有資料。',
    '{name}には見出しの下に行がありません。',
  ],
  'update.fault.twoColumns': [
    '{name} has two columns named {column}. Keep one of them.',
    '{name} 有兩個 {column} 欄，請只保留一個。',
    '{name}に{column}列が2つあります。1つだけ残してください。',
  ],
  'update.fault.tooMany': [
    '{name} has more than {count} rows. Split it into several files.',
    '{name} 超過 {count} 列，請分成多個檔案。',
    '{name}は{count}行を超えています。複数のファイルに分けてください。',
  ],
  'update.summary': [
    '{rows, plural, one {# row} other {# rows}} · {ready} ready, {problems} with problems, {unchanged} unchanged',
    '{rows} 列・{ready} 列可更新，{problems} 列有問題，{unchanged} 列無變更',
    '{rows}行・更新可能{ready}行、問題あり{problems}行、変更なし{unchanged}行',
  ],
  'update.ignored': [
    'Columns nobody knows here are left out: {names}',
    '未使用的欄位：{names}',
    '使われない列：{names}',
  ],
  'update.replace': ['Replace file', '更換檔案', 'ファイルを差し替え'],
  'update.line': ['Row', '列', '行'],
  'update.serial': ['Serial number', '序號', 'シリアル番号'],
  'update.name': ['Name', '名稱', '名前'],
  'update.map': ['Map', '地圖', 'マップ'],
  'update.indoor': ['Indoor X, Y', '室內 X, Y', '屋内 X, Y'],
  'update.gps': ['Latitude, longitude', '緯度, 經度', '緯度, 経度'],
  'update.result': ['Result', '結果', '結果'],
  'update.ready': ['Ready', '可更新', '更新可能'],
  'update.unchanged': ['No change', '無變更', '変更なし'],
  'update.done': ['Updated', '已更新', '更新済み'],
  'update.problem.quotes': ['Quotes are not closed', '引號不完整', '引用符が閉じていません'],
  'update.problem.cells': [
    'Does not have {number} cells, as the header has',
    '儲存格數與標題列的 {number} 欄不符',
    'セルの数が見出しの{number}列と合いません',
  ],
  'update.problem.serialMissing': ['No serial number', '沒有序號', 'シリアル番号がありません'],
  'update.problem.unknown': ['No such station', '找不到此基站', '該当するステーションがありません'],
  'update.problem.twice': [
    'Same station as row {number}',
    '與第 {number} 列為同一基站',
    '{number}行目と同じステーション',
  ],
  'update.problem.nameLong': [
    'Name over {number} characters',
    '名稱超過 {number} 個字元',
    '名前が{number}文字を超えています',
  ],
  'update.problem.nameTaken': ['Name already in use', '名稱已被使用', '名前はすでに使われています'],
  'update.problem.latitude': [
    'Latitude is not from −90 to 90',
    '緯度不在 −90 到 90 之間',
    '緯度が −90〜90 ではありません',
  ],
  'update.problem.longitude': [
    'Longitude is not from −180 to 180',
    '經度不在 −180 到 180 之間',
    '経度が −180〜180 ではありません',
  ],
  'update.problem.map': ['Unknown map name', '找不到此地圖名稱', 'マップ名が見つかりません'],
  'update.problem.noMap': [
    'On no map, so it has no X and Y',
    '不在任何地圖上，無法設定 X、Y',
    'マップ上にないためX・Yを設定できません',
  ],
  'update.problem.indoorX': [
    'X is not from 0 to {number}',
    'X 不在 0 到 {number} 之間',
    'Xが0〜{number}ではありません',
  ],
  'update.problem.indoorY': [
    'Y is not from 0 to {number}',
    'Y 不在 0 到 {number} 之間',
    'Yが0〜{number}ではありません',
  ],
  'update.rest': [
    'Rows with a problem are skipped. Fix them in the file and load it again.',
    '有問題的列會略過。請修正檔案後重新載入。',
    '問題のある行は飛ばされます。ファイルを直して読み込み直してください。',
  ],
  'update.more': ['Show more rows', '顯示更多列', 'さらに表示'],
  'update.onlyProblems': ['Only rows with problems', '僅顯示有問題的列', '問題のある行のみ表示'],
  'update.willChange': [
    '{count, plural, =0 {No station will change} one {# station will change} other {# stations will change}}',
    '{count, plural, =0 {沒有基站會變更} other {將變更 # 個基站}}',
    '{count, plural, =0 {変更されるステーションはありません} other {ステーション#台が変更されます}}',
  ],
  'update.start': [
    '{count, plural, one {Update # station} other {Update # stations}}',
    '更新 {count} 個基站',
    'ステーション{count}台を更新',
  ],
  'update.running': ['{done} of {count} updated', '已處理 {done}／{count}', '{count}台中{done}台を処理しました'],
  'update.stop': ['Stop', '停止', '停止'],
  'update.leave': [
    'The update is still running. Stations not reached yet stay as they are.',
    '更新仍在進行。尚未處理的基站會維持原狀。',
    '更新を実行中です。まだ処理されていないステーションは変更されません。',
  ],
  'update.allDone': [
    '{count, plural, one {# station updated} other {# stations updated}}',
    '已更新 {count} 個基站',
    'ステーション{count}台を更新しました',
  ],
  'update.someFailed': [
    '{count, plural, one {# station could not be updated} other {# stations could not be updated}}',
    '{count} 個基站無法更新',
    'ステーション{count}台を更新できませんでした',
  ],
  'update.failedLine': ['{serial}: {reason}', '{serial}：{reason}', '{serial}：{reason}'],
} as const satisfies Catalogue
