/** Pages one comes to from a mail or another service. */
import type { Catalogue } from './catalogue.ts'

export const linkPages = {
  'link.loading': ['Loading', '載入中', '読み込み中'],
  'link.tryAgain': ['Try again', '再試一次', '再試行'],
  'link.home': ['Home page', '首頁', 'ホーム'],
  'link.signIn': ['Go to sign-in', '前往登入', 'サインインへ'],
  'link.backToSignIn': ['Back to sign-in', '返回登入', 'サインインに戻る'],

  'mailSent.title': ['Check your email', '請查看電子郵件', 'メールをご確認ください'],
  'mailSent.again': ['Sent once more.', '已重新寄出。', '再送しました。'],
  'mailSent.soon': [
    'A link was sent a moment ago. It can take a minute to arrive.',
    '連結剛剛已寄出，可能需要一分鐘才會收到。',
    'リンクは先ほど送信済みです。届くまで少し時間がかかることがあります。',
  ],

  'signUp.title': ['Create an account', '建立帳號', 'アカウントを作成'],
  'signUp.text': [
    'For an organization. You become its owner; colleagues can join later by access links.',
    '為機構建立帳號。你會成為擁有者，之後可透過存取連結讓同事加入。',
    '組織用のアカウントです。作成した方がオーナーとなり、同僚は後からアクセスリンクで参加できます。',
  ],
  'signUp.name': ['Full name', '姓名', '氏名'],
  'signUp.nameMissing': ['Enter your name.', '請輸入姓名。', '氏名を入力してください。'],
  'signUp.nameInvalid': [
    'Use a name of up to 50 characters.',
    '姓名最多 50 個字元。',
    '氏名は50文字以内で入力してください。',
  ],
  'signUp.submit': ['Create account', '建立帳號', '作成する'],
  'signUp.busy': ['Creating the account', '正在建立帳號', '作成中'],
  'signUp.haveOne': ['Have an account?', '已有帳號？', 'アカウントをお持ちの方'],
  'signUp.signIn': ['Sign in', '登入', 'サインイン'],
  'signUp.sent': [
    'We sent a link to {email}. Open it within 24 hours to verify the address, then sign in.',
    '已將連結寄至 {email}。請在 24 小時內開啟以驗證電子郵件，再登入。',
    '{email}にリンクを送りました。24時間以内に開いてアドレスを確認し、サインインしてください。',
  ],
  'signUp.offTitle': ['Accounts are made by an administrator', '帳號由管理員建立', 'アカウントは管理者が作成します'],
  'signUp.offText': [
    'Sign-up is switched off on this server. Ask your administrator or integrator for an account.',
    '此伺服器不開放自行註冊。請向管理員或整合商申請帳號。',
    'このサーバーでは自分で登録できません。管理者または導入パートナーにアカウントをご依頼ください。',
  ],

  'verify.title': ['Verify your email address', '驗證電子郵件', 'メールアドレスの確認'],
  'verify.text': [
    '{email} becomes the address you sign in with.',
    '{email} 將成為你的登入電子郵件。',
    '{email}でサインインできるようになります。',
  ],
  'verify.submit': ['Verify', '驗證', '確認する'],
  'verify.busy': ['Verifying', '驗證中', '確認中'],
  'verify.doneTitle': ['Email verified', '電子郵件已驗證', 'メールアドレスを確認しました'],
  'verify.doneText': ["That's done. You can sign in now.", '完成了，現在可以登入。', '完了です。サインインできます。'],
  'verify.alreadyText': [
    'Nothing is left to do. You can sign in.',
    '無需再次驗證，可直接登入。',
    'もう手続きは不要です。サインインできます。',
  ],
  'verify.deadText': [
    'It may be more than 24 hours old, used, or replaced by a newer one. We can send another.',
    '連結可能已超過 24 小時、已使用，或已被新的連結取代。可以重新寄送。',
    '24時間を過ぎたか、使用済みか、新しいリンクに置き換えられた可能性があります。もう一度お送りできます。',
  ],
  'verify.resendText': [
    'Enter the address of your account. We send a link that verifies it.',
    '請輸入帳號的電子郵件，我們會寄送驗證連結。',
    'アカウントのメールアドレスを入力してください。確認用のリンクをお送りします。',
  ],
  'verify.resend': ['Send a new link', '寄送新連結', '新しいリンクを送る'],
  'verify.resent': [
    'If {email} is waiting to be verified, a link is on its way. It works for 24 hours.',
    '若 {email} 尚未驗證，連結已寄出，24 小時內有效。',
    '{email}が未確認の場合、リンクをお送りしました。24時間有効です。',
  ],

  'forgot.title': ['Forgot your password?', '忘記密碼？', 'パスワードをお忘れですか？'],
  'forgot.text': [
    'Enter the address of your account. We send a link that sets a new password.',
    '請輸入帳號的電子郵件，我們會寄送設定新密碼的連結。',
    'アカウントのメールアドレスを入力してください。新しいパスワードを設定するリンクをお送りします。',
  ],
  'forgot.submit': ['Send link', '寄送連結', 'リンクを送る'],
  'forgot.busy': ['Sending', '寄送中', '送信中'],
  'forgot.sent': [
    'We sent a link to {email}. It works once, within 60 minutes.',
    '已將連結寄至 {email}。限用一次，60 分鐘內有效。',
    '{email}にリンクを送りました。60分以内に1回だけ使えます。',
  ],

  'reset.title': ['Set a new password', '設定新密碼', '新しいパスワードを設定'],
  'reset.text': [
    'For {email}. All devices are signed out.',
    '帳號：{email}。設定後所有裝置都會登出。',
    '{email}のパスワードです。すべての端末でサインアウトされます。',
  ],
  'reset.invitationTitle': ['Choose a password', '設定密碼', 'パスワードを設定'],
  'reset.invitationText': [
    'Your account {email} is ready. With a password you can sign in.',
    '你的帳號 {email} 已建立，設定密碼後即可登入。',
    'アカウント{email}の準備ができました。パスワードを設定するとサインインできます。',
  ],
  'reset.newPassword': ['New password', '新密碼', '新しいパスワード'],
  'reset.again': ['Type it again', '再次輸入', 'もう一度入力'],
  'reset.submit': ['Save password', '儲存密碼', 'パスワードを保存'],
  'reset.busy': ['Saving', '儲存中', '保存中'],
  'reset.doneTitle': ['Password saved', '密碼已儲存', 'パスワードを保存しました'],
  'reset.doneText': [
    'Sign in with it from now on.',
    '請使用新密碼登入。',
    '次回からこのパスワードでサインインしてください。',
  ],

  'changeEmail.title': ['Use this email address?', '使用此電子郵件？', 'このメールアドレスを使いますか？'],
  'changeEmail.text': [
    'From now on you sign in with {email}, and emails go there. You stay signed in.',
    '之後將以 {email} 登入，信件也會寄到此處。目前的登入不受影響。',
    '今後は{email}でサインインし、メールもこちらに届きます。サインイン中の端末はそのままです。',
  ],
  'changeEmail.submit': ['Use this address', '使用此電子郵件', 'このアドレスを使う'],
  'changeEmail.keep': ['Keep the old one', '保留原本的', '元のまま'],
  'changeEmail.busy': ['Changing', '變更中', '変更中'],
  'changeEmail.doneTitle': ['Email address changed', '電子郵件已變更', 'メールアドレスを変更しました'],
  'changeEmail.doneText': [
    'Sign in with it from now on.',
    '之後請用此電子郵件登入。',
    '次回からこのアドレスでサインインしてください。',
  ],

  'deleteAccount.title': ['Delete this account?', '刪除此帳號？', 'このアカウントを削除しますか？'],
  'deleteAccount.text': [
    'This is the last step. Everything in {email} is deleted now and cannot be brought back.',
    '這是最後一步。{email} 的所有內容將立即刪除，且無法復原。',
    'これが最後の確認です。{email}の内容はすべてただちに削除され、元に戻せません。',
  ],
  'deleteAccount.keep': ['Keep account', '保留帳號', '残す'],
  'deleteAccount.submit': ['Delete now', '立即刪除', '今すぐ削除'],
  'deleteAccount.busy': ['Deleting', '刪除中', '削除中'],
  'deleteAccount.stillUsed': [
    'You still have business accounts that you made. Delete them first, then ask for a new link.',
    '你仍有自己建立的企業帳號。請先刪除這些帳號，再重新取得連結。',
    'あなたが作成した法人アカウントが残っています。先に削除してから、新しいリンクをお求めください。',
  ],
  'deleteAccount.doneTitle': ['Account deleted', '帳號已刪除', 'アカウントを削除しました'],
  'deleteAccount.doneText': [
    'Everything in it is gone, and everybody is signed out.',
    '所有內容均已刪除，所有人皆已登出。',
    '内容はすべて削除され、全員がサインアウトしました。',
  ],

  'expired.title': ['This link has expired', '連結已失效', 'リンクの有効期限が切れています'],
  'expired.text': [
    'Links in emails work for a limited time. Ask for a new one and use the latest email.',
    '信件中的連結有使用期限。請重新取得連結，並使用最新的信件。',
    'メールのリンクには期限があります。新しいリンクを取得し、最新のメールをお使いください。',
  ],
  'expired.newLink': ['Send a new link', '寄送新連結', '新しいリンクを送る'],
  'expired.accountText': [
    'Links in emails work once, for 60 minutes. Ask for a new one in your account.',
    '信件中的連結限用一次，60 分鐘內有效。請到帳號頁面重新取得。',
    'メールのリンクは60分以内に1回だけ使えます。アカウントの画面から新しいリンクを取得してください。',
  ],
  'expired.account': ['Go to your account', '前往帳號', 'アカウントへ'],
  'expired.deviceText': [
    'Links that remove devices work once, within 60 minutes. Nothing was removed. Ask for the removal again under Device Management.',
    '移除裝置的連結只能使用一次，並於 60 分鐘後失效。裝置未被移除，請至裝置管理重新申請。',
    'デバイス削除のリンクは60分以内に1回だけ有効です。削除は行われていません。デバイス管理からもう一度申請してください。',
  ],
  'expired.shareText': [
    'Invitations work for 7 days, and end when the device is no longer shared. Ask the sender for a new one.',
    '邀請於 7 天後失效，取消共享時也會失效。請對方重新寄送邀請。',
    '招待の有効期間は7日間で、共有が解除されたときも無効になります。送信者に招待の再送を依頼してください。',
  ],
  'expired.contactText': [
    'This link works once, for 7 days, and ends when the address is no longer a contact. Ask the sender for a new one.',
    '此連結限用一次，7 天後失效；不再是聯絡人時也會失效。請對方重新寄送。',
    'このリンクは7日以内に1回だけ使えます。連絡先から外された場合も無効になります。送信者に再送を依頼してください。',
  ],
  'expired.setupText': [
    'The setup link works once, for 24 hours. A server without an owner prints a new one each time it starts.',
    '設定連結限用一次，24 小時內有效。尚無擁有者的伺服器每次啟動都會顯示新的連結。',
    '初期設定のリンクは24時間以内に1回だけ使えます。オーナーのいないサーバーは、起動のたびに新しいリンクを表示します。',
  ],
  'expired.accessText': [
    'It has expired, or it was withdrawn. Ask the person who gave it to you for a new one.',
    '連結已到期或已收回。請向提供連結的人索取新的連結。',
    '期限が過ぎたか、取り消されました。リンクを受け取った相手に、新しいリンクをご依頼ください。',
  ],

  'return.title': ['Signing in with {name}', '正在以 {name} 登入', '{name}でサインイン中'],
  'return.failedTitle': ['Sign-in did not work', '登入未成功', 'サインインできませんでした'],
  'return.cancelled': [
    'You left {name} without signing in. Nothing was changed.',
    '你在 {name} 取消了登入，未變更任何內容。',
    '{name}でのサインインが取り消されました。何も変更されていません。',
  ],
  'return.notAsked': [
    'This tab did not ask for this sign-in, or it was answered before. Start again from the sign-in page.',
    '此分頁並未發起這次登入，或該登入已完成。請從登入頁重新開始。',
    'このタブから始めたサインインではないか、すでに使われています。サインイン画面からやり直してください。',
  ],
  'return.refused': [
    '{name} could not say who you are. Try again, or sign in with email and password.',
    '{name} 無法確認你的身分。請重試，或使用電子郵件與密碼登入。',
    '{name}で本人確認ができませんでした。もう一度試すか、メールアドレスとパスワードでサインインしてください。',
  ],
  'return.known': [
    'There is an account with your email address already. Sign in to it with its password.',
    '此電子郵件已有帳號。請使用該帳號的密碼登入。',
    'このメールアドレスのアカウントがすでにあります。そのパスワードでサインインしてください。',
  ],
  'return.again': ['Try {name} again', '重試 {name}', '{name}でもう一度'],

  'setUp.title': ['Set up this server', '設定此伺服器', 'サーバーの初期設定'],
  'setUp.text': [
    'You become its first owner. This link then stops working.',
    '你將成為第一位擁有者，此連結隨後即失效。',
    'あなたが最初のオーナーになります。このリンクは使えなくなります。',
  ],
  'setUp.language': ['Language', '語言', '言語'],
  'setUp.submit': ['Set up', '完成設定', '設定する'],
  'setUp.busy': ['Setting up', '設定中', '設定中'],
  'setUp.doneTitle': ['The server is ready', '伺服器已就緒', 'サーバーの準備ができました'],
  'setUp.doneText': [
    'Sign in and add your first devices.',
    '登入後即可加入第一批裝置。',
    'サインインして、最初のデバイスを追加してください。',
  ],

  'line.title': ['Name this LINE group', '為此 LINE 群組命名', 'LINEグループに名前を付ける'],
  'line.text': [
    'Alerts sent to the group carry this name, so staff know where they come from.',
    '傳送至群組的警報會帶有此名稱，讓人員知道來源。',
    'グループに届くアラートにこの名前が付き、どこからの通知かわかります。',
  ],
  'line.account': ['For the account of {name}', '帳號：{name}', '{name}さんのアカウント'],
  'line.nickname': ['Group nickname', '群組名稱', 'グループ名'],
  'line.nicknameMissing': ['Enter a name for the group.', '請輸入群組名稱。', 'グループ名を入力してください。'],
  'line.nicknameInvalid': [
    'Use a name of up to 50 characters.',
    '名稱最多 50 個字元。',
    '50文字以内で入力してください。',
  ],
  'line.submit': ['Save name', '儲存名稱', '名前を保存'],
  'line.busy': ['Saving', '儲存中', '保存中'],
  'line.signInTitle': ['Sign in to link a LINE group', '登入以連結 LINE 群組', 'サインインしてLINEグループを連携'],
  'line.signInText': [
    'An owner or deputy gives the group its name. You come back here after signing in.',
    '由擁有者或代理人為群組命名。登入後會回到此頁。',
    'オーナーまたは代理がグループに名前を付けます。サインインするとこの画面に戻ります。',
  ],
  'line.signIn': ['Sign in', '登入', 'サインイン'],
  'line.noRightTitle': ['An owner or deputy can do this', '需由擁有者或代理人操作', 'オーナーまたは代理のみ可能です'],
  'line.noRightText': [
    'You are signed in as {name}, whose role cannot link LINE groups.',
    '你目前以 {name} 登入，此權限無法連結 LINE 群組。',
    '{name}としてサインイン中ですが、この権限ではLINEグループを連携できません。',
  ],
  'line.signInAsOther': ['Sign in as somebody else', '改用其他帳號登入', '別のアカウントでサインイン'],
  'line.deadText': [
    'Its link works for 24 hours. Take the bot out of the group and invite it again: it then posts a new one.',
    '連結 24 小時內有效。請將機器人移出群組再重新邀請，即可取得新的連結。',
    'リンクは24時間有効です。ボットをグループからいったん外して招待し直すと、新しいリンクが届きます。',
  ],
  'line.doneTitle': ['LINE group linked', '已連結 LINE 群組', 'LINEグループを連携しました'],
  'line.doneText': [
    'Alerts now go to this group too.',
    '警報現在也會傳送至此群組。',
    'これからはこのグループにもアラートが届きます。',
  ],
  'line.toConsole': ['Go to the console', '前往主控台', 'コンソールへ'],

  'unassign.title': [
    '{count, plural, one {Remove this device?} other {Remove # devices?}}',
    '{count, plural, one {要移除此裝置嗎？} other {要移除 # 個裝置嗎？}}',
    '{count, plural, one {このデバイスを削除しますか？} other {#台のデバイスを削除しますか？}}',
  ],
  'unassign.text': [
    '{count, plural, one {It leaves all lists and maps now, with remarks and shares. Anyone who has it can add it again.} other {They leave all lists and maps now, with remarks and shares. Anyone who has them can add them again.}}',
    '{count, plural, one {此裝置} other {這 # 個裝置}}將立即從所有清單與地圖移除，備註與共享也會一併移除。之後持有裝置者可重新加入。',
    '{count, plural, one {このデバイス} other {#台}}はすべての一覧とマップから外れ、備考と共有もなくなります。実物が手元にあれば、あとで追加し直せます。',
  ],
  'unassign.stationsText': [
    '{count, plural, one {The station leaves all lists and maps now. Devices near it are no longer located by it.} other {The stations leave all lists and maps now. Devices near them are no longer located by them.}}',
    '{count, plural, one {此基站} other {這 # 個基站}}將立即從所有清單與地圖移除，附近的裝置將不再由其定位。',
    '{count, plural, one {このステーション} other {#台}}はすべての一覧とマップから外れ、付近のデバイスの位置測定に使われなくなります。',
  ],
  'unassign.carepadsText': [
    '{count, plural, one {It leaves the list, and its readings are deleted. Anyone who has it can add it again.} other {They leave the list, and their readings are deleted. Anyone who has them can add them again.}}',
    '{count, plural, one {此溫度貼片} other {這 # 個溫度貼片}}將從清單移除，測量紀錄也會刪除。之後持有者可重新加入。',
    '{count, plural, one {このケアパッド} other {#台}}は一覧から外れ、測定した記録も削除されます。実物が手元にあれば、あとで追加し直せます。',
  ],
  'unassign.more': ['and {count} more', '以及其他 {count} 個', 'ほか{count}台'],
  'unassign.submit': ['Remove now', '立即移除', '削除する'],
  'unassign.busy': ['Removing', '移除中', '削除中'],
  'unassign.keep': ['Keep', '保留', '残す'],
  'unassign.doneTitle': [
    '{count, plural, one {Device removed} other {Devices removed}}',
    '{count, plural, one {裝置已移除} other {已移除 # 個裝置}}',
    '{count, plural, one {デバイスを削除しました} other {#台のデバイスを削除しました}}',
  ],
  'unassign.doneText': [
    'Lists and maps are up to date on every open screen.',
    '所有開啟中的畫面都已更新。',
    '開いているすべての画面に反映されました。',
  ],
  'unassign.count': ['{count} devices', '{count} 個裝置', '{count}台'],

  'acceptShare.lookingTitle': ['A device is shared with you', '有人與你共享裝置', 'デバイスの共有'],
  'acceptShare.title': [
    '{sharedBy} shares a device with you',
    '{sharedBy} 與你共享裝置',
    '{sharedBy}さんがデバイスを共有しています',
  ],
  'acceptShare.text': [
    '{name} will appear on your map. You can remove it at any time.',
    '{name} 會出現在你的地圖上，你可以隨時移除。',
    '{name}がマップに表示されます。いつでも外せます。',
  ],
  'acceptShare.signUpText': [
    'To see {name} you need an account for {email}. Create one, then open the link in the email again.',
    '要查看 {name}，需以 {email} 建立帳號。建立後請再次開啟此信件中的連結。',
    '{name}を見るには{email}のアカウントが必要です。作成後、このメールのリンクをもう一度開いてください。',
  ],
  'acceptShare.submit': ['Accept', '接受', '承認する'],
  'acceptShare.busy': ['Accepting', '接受中', '承認中'],
  'acceptShare.notNow': ['Not now', '暫時不要', '今はしない'],
  'acceptShare.doneTitle': ['Device shared with you', '已接受共享', '共有を承認しました'],
  'acceptShare.doneText': [
    'You see where it is and can ring it. {sharedBy} decides how long.',
    '你可以查看位置並使其響鈴。共享期限由 {sharedBy} 決定。',
    '位置を確認し、音を鳴らせます。共有は{sharedBy}さんがいつでも終えられます。',
  ],

  'confirmContact.title': ['Be told of alerts?', '要接收警報嗎？', 'アラートを受け取りますか？'],
  'confirmContact.text': [
    '{askedBy} wants alerts mailed to {email} when nobody on duty answers them. They may come at any time of day.',
    '{askedBy} 想在值班人員未處理警報時通知 {email}。警報可能在任何時間寄出。',
    '{askedBy}さんが、当番の人が対応しないアラートを{email}に送ろうとしています。時間帯を問わず届くことがあります。',
  ],
  'confirmContact.submit': ['Receive alerts', '接收警報', 'アラートを受け取る'],
  'confirmContact.busy': ['Saving', '儲存中', '保存中'],
  'confirmContact.doneTitle': ['You will be told of alerts', '已設定接收警報', 'アラートを受け取る設定になりました'],
  'confirmContact.doneText': [
    'To stop these mails, ask the person who added you as a contact.',
    '若要停止，請告知將你設為聯絡人的人。',
    'やめるときは、あなたを連絡先にした人に伝えてください。',
  ],
} as const satisfies Catalogue
