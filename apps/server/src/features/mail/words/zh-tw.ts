/** Our mails in Traditional Chinese, as Taiwan writes it. */
import type { MailWords } from '../kinds.ts'

export const chinese: MailWords = {
  once: {
    hour: '此連結限用一次，60 分鐘內有效。',
    day: '此連結限用一次，24 小時內有效。',
    week: '此連結限用一次，7 天內有效。',
  },
  andMore: '以及其他 {count} 個',
  andMoreAlarms: '以及其他 {count} 則警報',
  letters: {
    confirm: {
      subject: '請驗證你的電子郵件',
      says: ['已使用 {email} 建立 Whereabouts 帳號。驗證電子郵件後即可登入。'],
      link: '驗證電子郵件',
      adds: ['{once}', '如果你沒有建立此帳號，請忽略此信。未經此連結驗證，任何人都無法使用該帳號。'],
    },
    recovery: {
      subject: '設定新密碼',
      says: ['你要求為 Whereabouts 帳號 {email} 設定新密碼。'],
      link: '設定新密碼',
      adds: ['{once}設定新密碼後，所有裝置都會登出。', '如果你沒有提出要求，請忽略此信，密碼不會變更。'],
    },
    invitation: {
      subject: '你的 Whereabouts 帳號已建立',
      says: ['{inviter} 已使用 {email} 為你建立 Whereabouts 帳號。設定密碼後即可登入。'],
      link: '設定密碼',
      adds: ['{once}', '如果你不認識寄件人，請忽略此信。未使用此連結，任何人都無法使用該帳號。'],
    },
    remove_account: {
      subject: '刪除帳號',
      says: ['你要求刪除 Whereabouts 帳號 {email}。', '裝置、基站、地圖與所有位置紀錄都會永久刪除，所有人都會登出。'],
      link: '查看並刪除',
      adds: ['{once}使用連結之前不會刪除任何資料。', '如果你沒有提出要求，表示有人以你的身分登入，請立即變更密碼。'],
    },
    change_email: {
      subject: '請確認新的電子郵件',
      says: ['Whereabouts 帳號 {email} 將改用 {newEmail} 登入與收信。'],
      link: '使用此電子郵件',
      adds: ['{once}在此之前仍使用原電子郵件。', '如果你不知道此帳號，請忽略此信。'],
    },
    remove_trackers: {
      subject: '從帳號移除裝置',
      says: [
        '{asker} 要求從 Whereabouts 帳號 {email} 移除下列裝置：',
        '{devices}',
        '裝置會從所有清單與地圖消失，備註與共享也一併刪除。持有裝置的人可以再次加入。',
      ],
      link: '查看並移除',
      adds: [
        '{once}使用連結之前不會移除任何裝置。',
        '如果不應移除，請忽略此信。如果你不知道是誰提出的，請立即變更密碼。',
      ],
    },
    remove_stations: {
      subject: '從帳號移除基站',
      says: [
        '{asker} 要求從 Whereabouts 帳號 {email} 移除下列基站：',
        '{devices}',
        '移除後這些基站不再回報，附近的追蹤器可能無法定位。',
      ],
      link: '查看並移除',
      adds: [
        '{once}使用連結之前不會移除任何基站。',
        '如果不應移除，請忽略此信。如果你不知道是誰提出的，請立即變更密碼。',
      ],
    },
    remove_carepads: {
      subject: '從帳號移除溫度貼片',
      says: [
        '{asker} 要求從 Whereabouts 帳號 {email} 移除下列溫度貼片：',
        '{devices}',
        '測量紀錄會一併刪除。手上有這些貼片的人可以再次新增。',
      ],
      link: '查看並移除',
      adds: [
        '{once}使用連結之前不會移除任何溫度貼片。',
        '如果不應移除，請忽略此信。如果你不知道是誰提出的，請立即變更密碼。',
      ],
    },
    accept_share: {
      subject: '有人與你共享裝置',
      says: [
        '{inviter} 想與你（{email}）共享裝置「{device}」。',
        '接受後，你可以查看裝置的位置並讓它響鈴，也可以隨時取消共享。',
      ],
      link: '查看並接受',
      adds: [
        '{once}',
        '如果此電子郵件還沒有 Whereabouts 帳號，頁面會引導你註冊。',
        '如果你不認識寄件人，請忽略此信。接受之前不會共享任何資料。',
      ],
    },
    confirm_contact: {
      subject: '是否願意接收警報通知',
      says: ['{inviter} 想在值班人員未處理警報時，將 Whereabouts 帳號的警報寄到 {email}。', '警報可能在任何時間寄出。'],
      link: '接收警報',
      adds: ['{once}', '如果你不認識寄件人，請忽略此信。同意之前不會寄出警報。'],
    },
    email_notice: {
      subject: '你的電子郵件即將變更',
      says: [
        '有人要求將你的 Whereabouts 帳號電子郵件由 {email} 變更為 {newEmail}。',
        '使用寄到新電子郵件的連結後，變更才會生效。',
      ],
      adds: ['如果你沒有提出要求，表示有人以你的身分登入，請立即變更密碼。'],
    },
    password_changed: {
      subject: '你的密碼已變更',
      says: ['Whereabouts 帳號 {email} 的密碼已變更，其他裝置已登出。', '如果不是你本人，請立即設定新密碼。'],
      link: '設定新密碼',
      adds: [],
    },
    contacts_changed: {
      subject: '警報聯絡人已變更',
      says: ['{asker} 變更了 Whereabouts 帳號 {email} 在無人處理警報時的聯絡人，目前為：', '{contacts}'],
      link: '查看聯絡人',
      adds: ['如果你不知道變更原因，表示可能有不該登入的人登入了帳號，請立即變更密碼。'],
    },
    alarm: {
      subject: '警報尚未處理',
      says: ['Whereabouts 帳號 {email} 的下列警報尚無人處理：', '{alarms}'],
      link: '開啟 Whereabouts',
      adds: ['請前往現場查看，或聯絡現場人員。'],
    },
  },
}
