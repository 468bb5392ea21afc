/**
 * The wizard at the desk: adds a tracker or a station, sets the Wi-Fi of a station, starts the upgrade of a tracker. It
 * draws where the flow stands; the flow itself is in machine.ts. Source: design language §13.5.
 */
import { useNavigate } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { type ReactNode, useEffect, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { useStore } from '../../lib/use-store.ts'
import type { MessageId } from '../../locales/ids.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingFailures } from '../../locales/onboarding-failures.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { hasBluetooth, webBluetooth } from '../bluetooth/web-bluetooth.ts'
import { useLive } from '../live/hooks.ts'
import { AssignStep } from './assign-step.tsx'
import { onboardingCalls } from './calls.ts'
import { type DetailsDraft, EMPTY_DETAILS, faultsOf, toAssignData } from './details.ts'
import { DetailsForm, faultText, nameTakenText } from './details-form.tsx'
import { FailureScreen } from './failure-screen.tsx'
import { type Failure, type Flow, type FlowEvent, newFlow, type Purpose, STEPS, type Step } from './flow.ts'
import { stepOf } from './machine.ts'
import styles from './onboarding.module.css'
import { type FlowRunner, runFlow } from './runner.ts'
import { NO_ASSIGN_DATA } from './session.ts'
import { UpgradeDetails, useNewerVersion } from './upgrade-details.tsx'
import { WizardActions } from './wizard-actions.tsx'
import { CheckStep, ConnectStep, DoneStep, PickingStep, TypeStep } from './wizard-body.tsx'
import { WizardFrame } from './wizard-frame.tsx'

addTexts(onboarding)
addTexts(onboardingFailures)

interface OnboardingWizardProps {
  readonly purpose: Purpose
  /** What is looked for; left out where the person is to say. */
  readonly type?: 'g3' | 't4'
  readonly onClose: () => void
}

const STEP_NAMES: Readonly<Record<Purpose, Readonly<Record<Step, MessageId>>>> = {
  add: {
    type: 'onboarding.step.type',
    connect: 'onboarding.step.connect',
    check: 'onboarding.step.check',
    details: 'onboarding.step.details',
    assign: 'onboarding.step.assign',
  },
  wifi: {
    type: 'onboarding.step.type',
    connect: 'onboarding.step.connect',
    check: 'onboarding.step.check',
    details: 'onboarding.step.wifi',
    assign: 'onboarding.step.send',
  },
  upgrade: {
    type: 'onboarding.step.type',
    connect: 'onboarding.step.connect',
    check: 'onboarding.step.check',
    details: 'onboarding.step.version',
    assign: 'onboarding.step.start',
  },
}

/** Type is asked only where there is a choice. */
const stepsOf = (purpose: Purpose): readonly Step[] => STEPS.filter((step) => purpose === 'add' || step !== 'type')

function titleOf({ purpose, wantedType, stage }: Flow): MessageId {
  if (purpose === 'wifi') return 'onboarding.wifiTitle'
  if (purpose === 'upgrade') return 'onboarding.upgradeTitle'
  if (stage.at === 'type') return 'onboarding.addDevice'
  return wantedType === 't4' ? 'onboarding.addStation' : 'onboarding.addTracker'
}

function useRunner({ purpose, type }: Omit<OnboardingWizardProps, 'onClose'>): FlowRunner {
  const rights = rightsOf(useSession())
  const [runner] = useState(() =>
    runFlow(newFlow(purpose, type), {
      transport: webBluetooth(),
      calls: onboardingCalls({ canChangeStations: rights !== undefined && may(rights, 'manageStations') }),
      nowMs: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      warn: (text) => console.warn(text),
    }),
  )
  // Whatever takes the wizard away, a device must not stay connected to a page that has forgotten it.
  useEffect(() => () => runner.send({ on: 'closed' }), [runner])
  return runner
}

/** The failure that stands; a browser without Bluetooth is one before anything is tried. */
function failureOf(flow: Flow): Failure | undefined {
  if (flow.stage.at === 'failed') return flow.stage.failure
  if (flow.stage.at !== 'connect' || hasBluetooth()) return undefined
  return { kind: 'unsupported', step: 'connect', device: flow.session, confirmed: [], error: undefined }
}

export function OnboardingWizard({ purpose, type, onClose }: OnboardingWizardProps) {
  const t = useT()
  const navigate = useNavigate()
  const runner = useRunner({ purpose, ...(type && { type }) })
  const flow = useStore(runner.flow)
  const { stage, session } = flow
  const [chosenType, setChosenType] = useState(type ?? 'g3')
  const [draft, setDraft] = useState<DetailsDraft>(EMPTY_DETAILS)
  const [isLeaving, setIsLeaving] = useState(false)
  const { store } = useLive()
  const rights = rightsOf(useSession())
  const isStation = flow.wantedType === 't4'
  const failure = failureOf(flow)
  const send = (event: FlowEvent) => runner.send(event)

  const maps = rights && may(rights, 'manageStations') ? store.maps : []
  const plan = maps.find(({ id }) => id === draft.mapId)
  const subject = { purpose, isStation, plan }
  const found = faultsOf(draft, subject)
  const isNameTaken = stage.at === 'details' && stage.isNameTaken && draft.name.trim() === flow.draft.name
  const say = faultText(t, plan)
  const faults = useFaults(
    {
      name: isNameTaken ? nameTakenText() : say('name', found.name),
      wifiSsid: say('wifiSsid', found.wifiSsid),
      wifiPwd: say('wifiPwd', found.wifiPwd),
      latitude: say('latitude', found.latitude),
      longitude: say('longitude', found.longitude),
      x: say('x', found.x),
      y: say('y', found.y),
    },
    isNameTaken ? stage : undefined,
  )
  const newer = useNewerVersion(session)

  const submit = () => {
    if (stage.at === 'type') send({ on: 'typeChosen', type: chosenType })
    if (stage.at !== 'details') return
    if (purpose === 'upgrade') {
      if (newer !== undefined) send({ on: 'submitted', data: NO_ASSIGN_DATA, nowMs: Date.now() })
    } else if (faults.isGood()) {
      send({ on: 'submitted', data: toAssignData(draft, subject), nowMs: Date.now() })
    }
  }
  const startOver = () => {
    setDraft(EMPTY_DETAILS)
    send({ on: 'restartPressed' })
  }
  /** Asked once while there is something to lose. */
  const close = () => {
    if (flow.isConnected || flow.access !== undefined || stage.at === 'storing') setIsLeaving(true)
    else onClose()
  }

  const steps = stepsOf(purpose)
  return (
    <>
      <WizardFrame
        title={t(titleOf(flow))}
        steps={steps.map((step) => STEP_NAMES[purpose][step])}
        current={steps.indexOf(failure?.step ?? stepOf(flow))}
        state={failure ? 'failed' : stage.at === 'done' ? 'done' : 'open'}
        note={
          stage.at === 'done' ? undefined : t(isStation ? 'onboarding.keepNearStation' : 'onboarding.keepNearTracker')
        }
        heading={<DeviceHeading flow={flow} />}
        onSubmit={submit}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t(stage.at === 'done' || failure ? 'dialog.close' : 'dialog.cancel')}</Button>
            <WizardActions
              flow={flow}
              failure={failure}
              wifiSsid={draft.wifiSsid}
              canUpgrade={newer !== undefined}
              send={send}
              onStartOver={startOver}
              onShow={({ id }) => void navigate(mapPath(isStation ? { station: id } : { device: id }))}
            />
          </>
        }
      >
        <Body
          key={failure ? failure.kind : BODIES[stage.at]}
          flow={flow}
          failure={failure}
          typeStep={<TypeStep type={chosenType} onChange={setChosenType} />}
          details={
            purpose === 'upgrade' ? (
              <UpgradeDetails session={session} />
            ) : (
              <DetailsForm
                purpose={purpose}
                isStation={isStation}
                draft={draft}
                faults={faults}
                maps={maps}
                mayRenewCredential={rights !== undefined && may(rights, 'manageCredentials')}
                onChange={(change) => setDraft({ ...draft, ...change })}
              />
            )
          }
        />
      </WizardFrame>
      {isLeaving && (
        <ConfirmDialog
          title={t('onboarding.leaveTitle')}
          verb={t('onboarding.leave')}
          onConfirm={onClose}
          onClose={() => setIsLeaving(false)}
        >
          {t(flow.access === undefined ? 'onboarding.leaveText' : 'onboarding.leaveUnfinished')}
        </ConfirmDialog>
      )}
    </>
  )
}

function DeviceHeading({ flow: { session, isConnected } }: { flow: Flow }) {
  const t = useT()
  if (session.device_id === '') return null
  const type = session.type === 't4' ? 'T4' : session.model.toUpperCase()
  return (
    <>
      <strong>{t('onboarding.deviceTitle', { type, id: session.device_id })}</strong>
      {isConnected && <span className={styles.link}>{t('onboarding.connected')}</span>}
      <code>{session.mac_address}</code>
    </>
  )
}

/** Stages that share a body, which stays when one leads to the other. */
const BODIES = {
  type: 'type',
  connect: 'connect',
  picking: 'picking',
  connecting: 'check',
  identifying: 'check',
  checking: 'check',
  details: 'details',
  exchanging: 'assign',
  commanding: 'assign',
  waiting: 'assign',
  writing: 'assign',
  storing: 'assign',
  done: 'done',
  failed: 'failed',
} as const

interface BodyProps {
  readonly flow: Flow
  readonly failure: Failure | undefined
  readonly typeStep: ReactNode
  readonly details: ReactNode
}

function Body({ flow, failure, typeStep, details }: BodyProps) {
  if (failure) return <FailureScreen flow={flow} failure={failure} />
  switch (flow.stage.at) {
    case 'type':
      return typeStep
    case 'connect':
      return <ConnectStep type={flow.wantedType} />
    case 'picking':
      return <PickingStep type={flow.wantedType} />
    case 'connecting':
    case 'identifying':
    case 'checking':
      return <CheckStep flow={flow} />
    case 'details':
      return details
    case 'done':
      return <DoneStep flow={flow} />
    default:
      return <AssignStep flow={flow} />
  }
}
