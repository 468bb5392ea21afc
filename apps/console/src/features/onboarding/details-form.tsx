/** What to know of a device before it is assigned: its name; of a station also its network and its place. */

import { errors } from '@whereabouts/contract/errors'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { codeText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { useFaults } from '../../ui/use-faults.ts'
import { PlanPlace } from '../indoor-maps/plan-place.tsx'
import type { DetailsDraft, faultsOf, PlaceKind } from './details.ts'
import type { Purpose } from './flow.ts'
import styles from './onboarding.module.css'
import { StepTitle } from './wizard-frame.tsx'

type FieldName = keyof ReturnType<typeof faultsOf>

interface DetailsFormProps {
  readonly purpose: Purpose
  readonly isStation: boolean
  readonly draft: DetailsDraft
  readonly faults: ReturnType<typeof useFaults<FieldName>>
  /** Plans the person may place a station on; none for those who may not. */
  readonly maps: readonly IndoorMap[]
  readonly mayRenewCredential: boolean
  readonly onChange: (change: Partial<DetailsDraft>) => void
}

/** The words of what is wrong; a name the server has already is said in the server's words. */
export const faultText =
  (t: ReturnType<typeof useT>, plan: IndoorMap | undefined) =>
  (field: FieldName, id: MessageId | undefined): string | undefined =>
    id && t(id, { most: field === 'x' ? (plan?.width ?? 0) : (plan?.height ?? 0) })

export const nameTakenText = (): string | undefined => codeText(errors.nameTaken.code)

export function DetailsForm(props: DetailsFormProps) {
  const { purpose, isStation, draft, faults, onChange, mayRenewCredential } = props
  const t = useT()
  if (purpose === 'wifi') {
    return (
      <>
        <StepTitle>{t('onboarding.wifiHeading')}</StepTitle>
        <div className={styles.form}>
          <WifiFields {...props} />
          {mayRenewCredential && (
            <div>
              <CheckField
                label={t('onboarding.newCredential')}
                isChecked={draft.isNewCredential}
                onChange={(isNewCredential) => onChange({ isNewCredential })}
              />
              <p className={styles.stepText}>{t('onboarding.newCredentialHint')}</p>
            </div>
          )}
        </div>
      </>
    )
  }
  return (
    <>
      <StepTitle>{t(isStation ? 'onboarding.nameStation' : 'onboarding.nameTracker')}</StepTitle>
      <div className={styles.form}>
        <TextField
          isCompact
          autoComplete="off"
          maxLength={100}
          label={t('onboarding.name')}
          hint={t(isStation ? 'onboarding.nameStationHint' : 'onboarding.nameHint')}
          value={draft.name}
          {...faults.field('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {isStation && <WifiFields {...props} />}
        {isStation && <PlaceFields {...props} />}
      </div>
    </>
  )
}

function WifiFields({ purpose, draft, faults, onChange }: DetailsFormProps) {
  const t = useT()
  return (
    <>
      <TextField
        isCompact
        isOptional={purpose === 'add'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        label={t('onboarding.ssid')}
        hint={purpose === 'add' ? t('onboarding.ssidHint') : undefined}
        value={draft.wifiSsid}
        {...faults.field('wifiSsid')}
        onChange={(event) => onChange({ wifiSsid: event.currentTarget.value })}
      />
      <PasswordField
        isCompact
        autoComplete="off"
        label={t('onboarding.password')}
        hint={t('onboarding.passwordHint')}
        value={draft.wifiPwd}
        {...faults.field('wifiPwd')}
        onChange={(event) => onChange({ wifiPwd: event.currentTarget.value })}
      />
    </>
  )
}

function PlaceFields({ draft, faults, maps, onChange }: DetailsFormProps) {
  const t = useT()
  const plan = maps.find(({ id }) => id === draft.mapId)
  return (
    <>
      <ChoiceField<PlaceKind>
        label={t('onboarding.place')}
        value={draft.place}
        choices={[
          { value: 'later', label: t('onboarding.placeLater'), hint: t('onboarding.placeLaterHint') },
          { value: 'gps', label: t('onboarding.placeGps') },
          ...(maps.length > 0 ? [{ value: 'plan', label: t('onboarding.placePlan') } as const] : []),
        ]}
        onChange={(place) => onChange({ place, mapId: draft.mapId || (maps[0]?.id ?? '') })}
      />
      {draft.place === 'gps' && (
        <div className={styles.pair}>
          <TextField
            isCompact
            inputMode="decimal"
            label={t('onboarding.latitude')}
            value={draft.latitude}
            {...faults.field('latitude')}
            onChange={(event) => onChange({ latitude: event.currentTarget.value })}
          />
          <TextField
            isCompact
            inputMode="decimal"
            label={t('onboarding.longitude')}
            value={draft.longitude}
            {...faults.field('longitude')}
            onChange={(event) => onChange({ longitude: event.currentTarget.value })}
          />
        </div>
      )}
      {draft.place === 'plan' && (
        <>
          <SelectField
            label={t('onboarding.map')}
            value={draft.mapId}
            hint={t('onboarding.planHint')}
            options={maps.map(({ id, map_name }) => ({ value: id, label: map_name }))}
            onChange={(mapId) => onChange({ mapId, x: '', y: '' })}
          />
          {plan && (
            <PlanPlace
              plan={plan}
              label={t('onboarding.planPoint', { map: plan.map_name })}
              {...draft}
              onChange={onChange}
            />
          )}
          <div className={styles.pair}>
            {(['x', 'y'] as const).map((axis) => (
              <TextField
                key={axis}
                isCompact
                inputMode="decimal"
                label={t(`onboarding.${axis}`)}
                value={draft[axis]}
                {...faults.field(axis)}
                onChange={(event) => onChange({ [axis]: event.currentTarget.value })}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}
