/** What the flow asks of the server. Source: specification §7; G42, G44, G45, G85. */
import { CallError } from '@whereabouts/contract/client'
import type { credentials } from '@whereabouts/contract/credentials'
import { errors } from '@whereabouts/contract/errors'
import type { AnswerOf, BodyOf } from '@whereabouts/contract/kit'
import type { onboarding } from '@whereabouts/contract/onboarding'
import { api } from '../../lib/signed-in-api.ts'
import type { Purpose, ServerAccess, StoredDevice } from './flow.ts'
import type { AssignData, BleSession, PlanPoint } from './session.ts'

interface Stored {
  readonly device: StoredDevice
  readonly access: ServerAccess | undefined
}

const storedAs = (id: string, name: string, access?: ServerAccess, isUnplaced = false): Stored => ({
  device: { id, name, isUnplaced },
  access,
})

export interface OnboardingCalls {
  /** The bind check. Answers the mode the server asks for, if any; refuses with what stands in the way. */
  check(purpose: Purpose, session: BleSession): Promise<string | undefined>
  /** Answers a challenge: 16 bytes in hex. */
  answer(challenge: BodyOf<typeof onboarding.exchange>): Promise<string>
  /** What the purpose ends with at the server. */
  store(purpose: Purpose, session: BleSession, data: AssignData): Promise<Stored>
}

/** What this person may do besides adding devices. */
interface StorePermissions {
  readonly canChangeStations: boolean
}

const macOf = ({ mac_address }: BleSession) => (mac_address === '' ? {} : { mac_address })

/** A tracker that is there already may be older than what can be added: only its identity is checked then. */
const trackerOf = (session: BleSession, purpose: Purpose) => ({
  device_id: session.device_id,
  device_mode: session.model,
  ...macOf(session),
  ...(purpose === 'upgrade' ? {} : { firmware: session.firmware.slice(0, 32) }),
})

/** The part of a credential that a station keeps; its own id is the rest. */
const accessOf = (credential: AnswerOf<typeof credentials.create>['credential']): ServerAccess => ({
  serverUrl: credential.url,
  mqttUrl: credential.mqtt_url,
  serverPassword: credential.password,
})

async function check(purpose: Purpose, session: BleSession): Promise<string | undefined> {
  if (session.type === 't4') {
    await api.stations.add({ body: { t4_id: session.device_id, ...macOf(session), bind_check: true } })
    return undefined
  }
  const answer = await api.trackers.add({ body: { ...trackerOf(session, purpose), bind_check: true } })
  return answer.assign_param
}

async function addTracker(session: BleSession, data: AssignData): Promise<Stored> {
  const { tracker } = await api.trackers.add({ body: { ...trackerOf(session, 'add'), device_name: data.name } })
  return storedAs(session.device_id, tracker?.name ?? data.name)
}

async function addStation(
  session: BleSession,
  data: AssignData,
  { canChangeStations }: StorePermissions,
): Promise<Stored> {
  const { gpsLat, gpsLng, onPlan } = data
  const { station, credential } = await api.stations.add({
    body: {
      t4_id: session.device_id,
      t4_name: data.name,
      ...macOf(session),
      ...(gpsLat === undefined || gpsLng === undefined ? {} : { gps_latitude: gpsLat, gps_longitude: gpsLng }),
      wifi_ssid: data.wifiSsid,
    },
  })
  const isPlaced = onPlan === undefined || !canChangeStations || (await placeOnPlan(session.device_id, onPlan))
  return storedAs(session.device_id, station?.t4_name ?? data.name, credential && accessOf(credential), !isPlaced)
}

/** The station is there, and its password is told this once: a place that fails must not lose it, and is said at the end. */
const placeOnPlan = (t4_id: string, { mapId, x, y }: PlanPoint): Promise<boolean> =>
  api.stations.change({ t4_id, body: { map_id: mapId, indoor_X: x, indoor_Y: y } }).then(
    () => true,
    () => false,
  )

/** The password a station had before is revoked first; one that never was is no obstacle. */
async function newCredential(senderId: string): Promise<ServerAccess> {
  await api.credentials.remove({ sender_id: senderId }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== errors.resourceNotFound.code) throw error
  })
  const { credential } = await api.credentials.create({ body: { sender_id: senderId, kind: 'native' } })
  return accessOf(credential)
}

async function setWifi(
  session: BleSession,
  data: AssignData,
  { canChangeStations }: StorePermissions,
): Promise<Stored> {
  const id = session.device_id
  const name = canChangeStations
    ? (await api.stations.change({ t4_id: id, body: { wifi_ssid: data.wifiSsid } })).station.t4_name
    : id
  return storedAs(id, name, data.isNewCredential ? await newCredential(id) : undefined)
}

async function upgrade(session: BleSession): Promise<Stored> {
  await api.trackers.upgrade({ body: { device_id: session.device_id, mode: 'initial' } })
  return storedAs(session.device_id, session.device_id)
}

export const onboardingCalls = (permissions: StorePermissions): OnboardingCalls => ({
  check,
  answer: async (challenge) => (await api.onboarding.exchange({ body: challenge })).si,
  store(purpose, session, data) {
    if (purpose === 'wifi') return setWifi(session, data, permissions)
    if (purpose === 'upgrade') return upgrade(session)
    return session.type === 't4' ? addStation(session, data, permissions) : addTracker(session, data)
  },
})
