/** What can be pressed at the foot of the wizard, by where the flow stands and by how it failed. */
import { IconBluetooth, IconCheck, IconCopy, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { useCopied } from '../../lib/use-copied.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { Failure, Flow, FlowEvent } from './flow.ts'

interface ActionsProps {
  readonly flow: Flow
  readonly failure: Failure | undefined
  readonly wifiSsid: string
  readonly canUpgrade: boolean
  readonly send: (event: FlowEvent) => void
  readonly onStartOver: () => void
  readonly onShow: (device: { readonly id: string }) => void
}

export function WizardActions({ flow, failure, wifiSsid, canUpgrade, send, onStartOver, onShow }: ActionsProps) {
  const t = useT()
  const { stage, purpose, wantedType, stored } = flow
  if (failure)
    return <FailureActions flow={flow} failure={failure} send={send} onStartOver={onStartOver} onShow={onShow} />
  const back = purpose === 'add' && <Button onClick={() => send({ on: 'backPressed' })}>{t('onboarding.back')}</Button>
  switch (stage.at) {
    case 'type':
      return (
        <Button tone="primary" type="submit">
          {t('onboarding.continue')}
        </Button>
      )
    case 'connect':
      return (
        <>
          {back}
          <Button
            tone="primary"
            icon={<Glyph icon={IconBluetooth} size={16} />}
            onClick={() => send({ on: 'connectPressed' })}
          >
            {t('onboarding.search')}
          </Button>
        </>
      )
    case 'picking':
      return <Button onClick={() => send({ on: 'connectPressed' })}>{t('onboarding.searchAgain')}</Button>
    case 'details': {
      const verb: MessageId =
        purpose === 'upgrade'
          ? 'onboarding.upgrade'
          : wantedType === 'g3'
            ? 'onboarding.assign'
            : wifiSsid === '' && purpose === 'add'
              ? 'onboarding.addVerb'
              : 'onboarding.send'
      return (
        <Button tone="primary" type="submit" aria-disabled={(purpose === 'upgrade' && !canUpgrade) || undefined}>
          {t(verb)}
        </Button>
      )
    }
    case 'done':
      return (
        <>
          {purpose === 'add' && stored && <Button onClick={() => onShow(stored)}>{t('onboarding.showOnMap')}</Button>}
          <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={onStartOver}>
            {t(purpose === 'add' ? 'onboarding.addAnother' : 'onboarding.setAnother')}
          </Button>
        </>
      )
    default:
      return null
  }
}

type FailureActionsProps = Pick<ActionsProps, 'flow' | 'send' | 'onStartOver' | 'onShow'> & {
  readonly failure: Failure
}

function FailureActions({ flow, failure, send, onStartOver, onShow }: FailureActionsProps) {
  const t = useT()
  const { kind, device } = failure
  const retry = (words: MessageId) => (
    <Button tone="primary" icon={<Glyph icon={IconRefresh} size={16} />} onClick={() => send({ on: 'retryPressed' })}>
      {t(flow.isConnected || flow.isAccepted ? words : 'onboarding.reconnect')}
    </Button>
  )
  const other = (
    <Button tone="primary" onClick={onStartOver}>
      {t('onboarding.searchOther')}
    </Button>
  )
  const copyId = <CopyButton text={device.mac_address || device.device_id} words="onboarding.copyId" />
  switch (kind) {
    case 'unsupported':
      return <CopyButton text={window.location.href} words="onboarding.copyLink" />
    case 'cancelled':
    case 'bluetoothOff':
    case 'connectFailed':
    case 'unknownDevice':
    case 'anotherDevice':
      return (
        <Button
          tone="primary"
          icon={<Glyph icon={IconBluetooth} size={16} />}
          onClick={() => send({ on: 'retryPressed' })}
        >
          {t('onboarding.searchAgain')}
        </Button>
      )
    case 'alreadyOwn':
      return (
        <>
          <Button onClick={onStartOver}>{t('onboarding.addAnother')}</Button>
          <Button tone="primary" onClick={() => onShow({ id: device.device_id })}>
            {t('onboarding.showOnMap')}
          </Button>
        </>
      )
    case 'alreadyOther':
    case 'conflict':
      return (
        <>
          {copyId}
          {other}
        </>
      )
    case 'notAdded':
    case 'locationService':
    case 'tooOld':
      return other
    case 'wifiFailed':
      return (
        <>
          <Button onClick={() => send({ on: 'editPressed' })}>{t('onboarding.editWifi')}</Button>
          {retry('onboarding.sendAgain')}
        </>
      )
    case 'exchangeFailed':
      return (
        <>
          {copyId}
          {retry('onboarding.tryAgain')}
        </>
      )
    default:
      return retry('onboarding.tryAgain')
  }
}

/** Says where it was pressed that it was done. */
function CopyButton({ text, words }: { text: string; words: MessageId }) {
  const t = useT()
  const { isCopied, copy } = useCopied()
  return (
    <>
      <span className="wb-visually-hidden" role="status">
        {isCopied && t('onboarding.copied')}
      </span>
      <Button icon={<Glyph icon={isCopied ? IconCheck : IconCopy} size={16} />} onClick={() => void copy(text)}>
        {t(words)}
      </Button>
    </>
  )
}
