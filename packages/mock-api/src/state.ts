/** What the mock remembers: accounts with what they own in the contract's shapes, people, sessions, mails. */
import type { AccessLink } from '@whereabouts/contract/access-links'
import type { MailLink } from '@whereabouts/contract/accounts'
import type { ActivityLog } from '@whereabouts/contract/activity'
import type { AlertSettingsRequest } from '@whereabouts/contract/alarms'
import type { OfficeLog } from '@whereabouts/contract/attendance'
import type { Profile } from '@whereabouts/contract/auth'
import type { Broker, BrokerSender } from '@whereabouts/contract/brokers'
import type { Calibration } from '@whereabouts/contract/calibrations'
import type { Carepad, Temperature } from '@whereabouts/contract/carepads'
import type { Config } from '@whereabouts/contract/config'
import type { Credential } from '@whereabouts/contract/credentials'
import type { Excursion } from '@whereabouts/contract/excursions'
import type { Visit } from '@whereabouts/contract/history'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { LineGroup } from '@whereabouts/contract/line'
import type { Locale } from '@whereabouts/contract/locales'
import type { LocationLog } from '@whereabouts/contract/location-logs'
import type { Logger } from '@whereabouts/contract/loggers'
import type { Notification } from '@whereabouts/contract/notifications'
import type { RemarkItem } from '@whereabouts/contract/remarks'
import type { Role } from '@whereabouts/contract/roles'
import type { RollCall } from '@whereabouts/contract/roll-calls'
import type { Share } from '@whereabouts/contract/sharing'
import type { ShiftReport, ShiftReportContent, ShiftTimer } from '@whereabouts/contract/shift-reports'
import type { Station } from '@whereabouts/contract/stations'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { RadioMapView, TrainingJob } from '@whereabouts/contract/training-jobs'
import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import type { Delivery, Webhook } from '@whereabouts/contract/webhooks'
import type { Zone } from '@whereabouts/contract/zones'
import { ATTENDANCE_RULES, type AttendanceRules } from '@whereabouts/domain/attendance-rules'
import type { Stay } from '@whereabouts/domain/history'
import type { StepDay } from '@whereabouts/domain/steps'
import type { LiveReasonCode } from '@whereabouts/domain/trackers'

export interface User {
  readonly user_id: string
  email: string
  /** As typed; null: none yet, or signed in by another service. */
  password: string | null
  fullname: string
  class: Role
  groups: string[]
  b2b_user: boolean
  provider: string
  verified: boolean
  locale: Locale
  unread_count: number
  headshot: string
  /** Epoch seconds. */
  readonly created_time: number
}

export interface Link extends AccessLink {
  readonly password: string | null
}

export interface Log extends ActivityLog {
  /** Of the session it was done from; null: none. */
  readonly session_id: string | null
}

/** A place at which a device was shown, from that time on. */
export interface PastPosition {
  readonly device_id: string
  readonly at_ms: number
  readonly connected: boolean
  readonly moving: boolean
  readonly reason_code: LiveReasonCode
  readonly sender_id: string
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  readonly battery: number | null
}

export interface Account {
  readonly account_id: string
  /** Of the integrator who made it; null: nobody's. */
  readonly made_by: string | null
  timezone: Profile['timezone']
  temperature_unit: Profile['temperature_unit']
  notification_ring_repeat: boolean
  custom_logo: string
  about_image: string
  about_content: string
  /** Of the PIN under which names of carepads are; '': there is none. */
  pin_check: string
  users: User[]
  /** Devices and lists: newest first, as they are answered. */
  trackers: Tracker[]
  stations: Station[]
  maps: IndoorMap[]
  zones: Zone[]
  /** Those with a name. */
  classes: TrackerClass[]
  remarkItems: RemarkItem[]
  /** Their memos are kept, unseen. */
  removedItems: RemarkItem[]
  credentials: Credential[]
  unclaimed: (UnclaimedTag & { isIgnored: boolean })[]
  carepads: Carepad[]
  loggers: Logger[]
  /** By carepad, oldest first. */
  readonly temperatures: Map<string, Temperature[]>
  /** Newest first. */
  excursions: Excursion[]
  shares: (Share & { readonly device_id: string })[]
  notifications: Notification[]
  /** Epoch milliseconds: events up to it are over. */
  disengaged_at_ms: number
  alertSettings: AlertSettingsRequest & { arrive_within_s: number }
  /** In lower case. */
  confirmedContacts: string[]
  links: Link[]
  logs: Log[]
  lineGroups: LineGroup[]
  webhooks: Webhook[]
  /** By webhook, newest first. */
  readonly deliveries: Map<string, Delivery[]>
  brokers: Broker[]
  /** Who speaks through each, by its id. */
  brokerSenders: Map<string, BrokerSender[]>
  /** Newest first. */
  trainingJobs: TrainingJob[]
  /** What the jobs of maps teach; their jobs are found among those above. */
  radioMaps: Omit<RadioMapView, 'jobs'>[]
  /** The last one. */
  calibration: Calibration | null
  /** Newest first, with every tick. */
  rollCalls: RollCall[]
  /** Whose trackers roll-calls are about; null: all. */
  rollCallClasses: number[] | null
  shiftTimer: ShiftTimer
  /** Newest first. */
  shiftReports: { report: ShiftReport; content: ShiftReportContent | null }[]
  /** What was, oldest first. */
  stays: (Stay & { readonly device_id: string })[]
  pastPositions: PastPosition[]
  visits: Visit[]
  locationLogs: LocationLog[]
  officeLogs: OfficeLog[]
  /** By device, oldest first. */
  stepDays: Map<string, StepDay[]>
  stepTargets: Map<string, number>
  attendanceRules: AttendanceRules
}

export interface Session {
  readonly session_id: string
  readonly account_id: string
  readonly user_id: string
  token: string
  /** Epoch milliseconds. */
  token_issued_at_ms: number
  proved_at_ms: number
  readonly signin_at_ms: number
  /** Of a visitor: the link they came by; else null. */
  readonly link_code: string | null
  /** A visitor's own. */
  locale: Locale
}

export interface Mail {
  readonly to: string
  /** Null: it has no link. */
  readonly token: string | null
  readonly purpose: MailLink['purpose']
  readonly account_id: string
  readonly user_id: string
  /** Ids of the devices or of the share it concerns. */
  readonly objects: readonly string[]
  isUsed: boolean
}

export interface State {
  readonly config: Config
  /** Newest firmware by model. */
  readonly firmwares: { device_model: 't4' | Exclude<Tracker['device_model'], 'mobile'>; version: string }[]
  readonly accounts: Account[]
  readonly sessions: Session[]
  readonly mails: Mail[]
  /** By the name in their address: where their bytes are, a data URL or a file of the fixtures. */
  readonly pictures: Map<string, string>
}

const CONFIG: Config = {
  providers: [],
  signup: true,
  brand: 'default',
  map_style_url: '',
  vapid_public_key: '',
  demo: true,
}

export const emptyState = (): State => ({
  config: { ...CONFIG },
  firmwares: [],
  accounts: [],
  sessions: [],
  mails: [],
  pictures: new Map(),
})

/** An account with nobody and nothing in it. */
export const emptyAccount = (account_id: string, made_by: string | null = null): Account => ({
  account_id,
  made_by,
  timezone: 'Asia/Tokyo',
  temperature_unit: 'C',
  notification_ring_repeat: false,
  custom_logo: '',
  about_image: '',
  about_content: '',
  pin_check: '',
  users: [],
  trackers: [],
  stations: [],
  maps: [],
  zones: [],
  classes: [],
  remarkItems: [],
  removedItems: [],
  credentials: [],
  unclaimed: [],
  carepads: [],
  loggers: [],
  temperatures: new Map(),
  excursions: [],
  shares: [],
  notifications: [],
  disengaged_at_ms: 0,
  alertSettings: { contacts: [], acknowledge_within_s: 60, arrive_within_s: 120 },
  confirmedContacts: [],
  links: [],
  logs: [],
  lineGroups: [],
  webhooks: [],
  deliveries: new Map(),
  brokers: [],
  brokerSenders: new Map(),
  trainingJobs: [],
  radioMaps: [],
  calibration: null,
  rollCalls: [],
  rollCallClasses: null,
  shiftTimer: { shift_report_timer: [], shift_names: [] },
  shiftReports: [],
  stays: [],
  pastPositions: [],
  visits: [],
  locationLogs: [],
  officeLogs: [],
  stepDays: new Map(),
  stepTargets: new Map(),
  attendanceRules: ATTENDANCE_RULES,
})

export const newUser = (
  given: Pick<User, 'user_id' | 'email' | 'fullname' | 'created_time'> & Partial<User>,
): User => ({
  password: null,
  class: 'owner',
  groups: [],
  b2b_user: true,
  provider: 'email',
  verified: true,
  locale: 'en-us',
  unread_count: 0,
  headshot: '',
  ...given,
})
