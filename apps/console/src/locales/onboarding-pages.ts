/** The pages around the wizard: add devices, Wi-Fi of stations, firmware. Source: specification §2; G45. */
import type { Catalogue } from './catalogue.ts'

export const onboardingPages = {
  'onboarding.wifiHint': [
    'Give a station of yours another network over Bluetooth. It has to be powered and next to this computer.',
    '透過藍牙為你的基站設定其他網路。基站須通電並放在這台電腦旁。',
    '登録済みのステーションのネットワークをBluetoothで変更します。電源を入れ、このパソコンのそばに置いてください。',
  ],
  'onboarding.wifiNetwork': ['Network', '網路', 'ネットワーク'],
  'onboarding.noNetwork': ['None set', '未設定', '未設定'],
  'onboarding.setWifi': ['Set Wi-Fi', '設定 Wi-Fi', 'Wi-Fiを設定'],
  'onboarding.more': [
    '{count} more. Search to find them.',
    '還有 {count} 個，請用搜尋尋找。',
    'ほか{count}台。検索で探せます。',
  ],
  'onboarding.find': ['Search by name or ID', '以名稱或編號搜尋', '名前またはIDで検索'],
  'onboarding.firmwareHint': [
    'Devices below {oldest} are old. An upgrade goes over the air by the station or phone that hears the device, or starts at this computer over Bluetooth.',
    '低於 {oldest} 的裝置為舊版。更新可經由偵測到裝置的基站或手機進行，也可在這台電腦旁透過藍牙開始。',
    '{oldest}より前のバージョンは古いものとして表示します。更新は、デバイスを検知しているステーションやスマートフォン経由で行うほか、このパソコンからBluetoothでも開始できます。',
  ],
  'onboarding.newest': ['Newest versions', '最新版本', '最新バージョン'],
  'onboarding.newestNone': [
    'No firmware was put in by the operator yet.',
    '管理員尚未提供任何韌體。',
    'ファームウェアはまだ登録されていません。',
  ],
  'onboarding.model': ['Model', '型號', '機種'],
  'onboarding.version': ['Version', '版本', 'バージョン'],
  'onboarding.size': ['Size', '大小', 'サイズ'],
  'onboarding.kilobytes': ['{count} KB', '{count} KB', '{count} KB'],
  'onboarding.toUpgrade': ['Devices to upgrade', '待更新的裝置', '更新が必要なデバイス'],
  'onboarding.allCurrent': ['All devices are up to date', '所有裝置皆為最新版本', 'すべて最新です'],
  'onboarding.device': ['Device', '裝置', 'デバイス'],
  'onboarding.firmware': ['Firmware', '韌體', 'ファームウェア'],
  'onboarding.old': ['Old', '舊版', '旧版'],
  'onboarding.available': ['{version} available', '可更新至 {version}', '{version}に更新可能'],
  'onboarding.upgradeNow': ['Upgrade over the air', '無線更新', '無線で更新'],
  'onboarding.upgradeOf': ['Upgrade over the air: {name}', '無線更新：{name}', '無線で更新：{name}'],
  'onboarding.atDesk': ['Upgrade over Bluetooth', '透過藍牙更新', 'Bluetoothで更新'],
  'onboarding.actions': ['Actions', '操作', '操作'],
  'onboarding.ota.waiting': ['Waiting', '等待中', '待機中'],
  'onboarding.ota.running': ['Upgrading', '更新中', '更新中'],
  'onboarding.ota.done': ['Upgraded', '已更新', '更新済み'],
  'onboarding.ota.failed': ['Upgrade failed', '更新失敗', '更新に失敗'],
} as const satisfies Catalogue
