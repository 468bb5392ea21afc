/** The last step: the exchange, then the button of the tracker or the values of the station, then the server. */
import { CALLBACK_TIMEOUT_MS } from '@whereabouts/domain/device-bluetooth'
import { useT } from '../../lib/i18n.ts'
import { useCountdown } from '../../lib/wait.ts'
import { type Check, CheckList } from './check-list.tsx'
import type { Flow, Stage } from './flow.ts'
import styles from './onboarding.module.css'
import { DeskPicture, WaitRing } from './pictures.tsx'
import { StepTitle } from './wizard-frame.tsx'

const WAIT_SECONDS = CALLBACK_TIMEOUT_MS / 1000

export const AssignStep = ({ flow }: { flow: Flow }) =>
  flow.session.type === 't4' ? <StationStep flow={flow} /> : <TrackerStep flow={flow} />

/** The state of a check that belongs to one of these stages, in their order. */
function stateIn(order: readonly Stage['at'][], own: readonly Stage['at'][], at: Stage['at']): Check['state'] {
  if (own.includes(at)) return 'busy'
  const last = Math.max(...own.map((stage) => order.indexOf(stage)))
  return order.indexOf(at) > last ? 'done' : 'todo'
}

const ORDER = ['exchanging', 'commanding', 'waiting', 'writing', 'storing', 'done'] as const

function TrackerStep({ flow }: { flow: Flow }) {
  const t = useT()
  const { stage, purpose, session } = flow
  const isWaiting = stage.at === 'waiting'
  const left = useCountdown(isWaiting ? stage.sinceMs : undefined, WAIT_SECONDS)
  const hex = session.g3_assign_mode.toString(16).toUpperCase().padStart(2, '0')
  const exchange = stateIn(ORDER, ['exchanging', 'commanding'], stage.at)
  const wait = stateIn(ORDER, ['waiting'], stage.at)
  const checks: Check[] = [
    purpose === 'add'
      ? { words: t('onboarding.check.available'), state: 'done', aside: t('onboarding.check.unassigned') }
      : { words: t('onboarding.check.own'), state: 'done' },
    {
      words: t(exchange === 'done' ? 'onboarding.check.exchanged' : 'onboarding.check.exchange'),
      state: exchange,
      aside: purpose === 'add' && exchange === 'done' ? t('onboarding.check.mode', { mode: `0x${hex}` }) : undefined,
    },
    {
      words: t(wait === 'done' ? 'onboarding.check.accepted' : 'onboarding.check.waiting'),
      state: wait,
      aside: isWaiting ? t('onboarding.check.left', { count: left }) : undefined,
    },
    {
      words: t(purpose === 'add' ? 'onboarding.check.storing' : 'onboarding.check.starting'),
      state: stateIn(ORDER, ['storing'], stage.at),
    },
  ]
  return (
    <>
      <DeskPicture isStation={false} isPressed={isWaiting} />
      <div className={styles.asked}>
        <div>
          <StepTitle key={isWaiting ? 'press' : 'talk'}>
            {t(
              isWaiting
                ? 'onboarding.pressTitle'
                : stage.at === 'storing'
                  ? 'onboarding.storeTitle'
                  : 'onboarding.exchangeTitle',
            )}
          </StepTitle>
          {isWaiting && (
            <p className={styles.stepText}>
              {t(purpose === 'add' ? 'onboarding.pressText' : 'onboarding.pressUpgradeText')}
            </p>
          )}
        </div>
        {isWaiting && (
          <WaitRing left={left} whole={WAIT_SECONDS} label={t('onboarding.secondsLeft', { count: left })} />
        )}
      </div>
      <CheckList checks={checks} />
    </>
  )
}

function StationStep({ flow }: { flow: Flow }) {
  const t = useT()
  const { stage, session, access, stored, confirmed } = flow
  const hasWifi = session.assignData.wifiSsid !== ''
  const isStored = stored !== undefined
  const exchange = stateIn(ORDER, ['exchanging', 'commanding'], stage.at)
  const isWriting = (setting: string) => stage.at === 'writing' && stage.setting === setting
  const network = (setting: 'wifiSsid' | 'wifiPassword'): Check['state'] => {
    if (isWriting(setting)) return 'busy'
    return confirmed.includes(setting) || stage.at === 'storing' || isStored ? 'done' : 'todo'
  }
  const server: Check['state'] = access !== undefined && stage.at === 'writing' ? 'busy' : 'todo'
  const isServerAsked = flow.purpose === 'add' || session.assignData.isNewCredential
  const checks: Check[] = [
    { words: t(flow.purpose === 'add' ? 'onboarding.check.available' : 'onboarding.check.own'), state: 'done' },
    {
      words: t(exchange === 'done' ? 'onboarding.check.exchanged' : 'onboarding.check.exchange'),
      state: exchange,
    },
    ...(hasWifi
      ? [
          { words: t('onboarding.check.ssid'), state: network('wifiSsid') },
          { words: t('onboarding.check.password'), state: network('wifiPassword') },
        ]
      : []),
    {
      words: t(flow.purpose === 'add' ? 'onboarding.check.storing' : 'onboarding.check.saving'),
      state: isStored ? 'done' : stage.at === 'storing' ? 'busy' : 'todo',
    },
    ...(isServerAsked ? [{ words: t('onboarding.check.server'), state: server }] : []),
  ]
  return (
    <>
      <DeskPicture isStation isPressed={false} />
      <div className={styles.asked}>
        <StepTitle>{t('onboarding.writeTitle')}</StepTitle>
      </div>
      <CheckList checks={checks} />
    </>
  )
}
