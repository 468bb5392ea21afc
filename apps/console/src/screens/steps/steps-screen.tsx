/** Steps by `?device=`; without one, everybody's. Source: G13, G71. */
import { useSearch } from '@tanstack/react-router'
import { useTracker } from '../../features/live/hooks.ts'
import { useSite } from '../../features/live/site-view.ts'
import { StepList } from '../../features/steps/step-list.tsx'
import { StepView } from '../../features/steps/step-view.tsx'
import styles from '../../features/steps/steps.module.css'
import { addTexts } from '../../lib/i18n.ts'
import { dialogs } from '../../locales/dialogs.ts'
import { steps } from '../../locales/steps.ts'

addTexts(dialogs)
addTexts(steps)

export function StepsScreen() {
  const { device } = useSearch({ strict: false })
  return (
    <main tabIndex={-1} className={styles.page}>
      {device === undefined ? <StepList /> : <OneDevice key={device} id={device} />}
    </main>
  )
}

function OneDevice({ id }: { id: string }) {
  const site = useSite()
  const tracker = useTracker(id)
  return <StepView id={id} name={tracker?.name ?? id} canChange={site.may('setStepTarget')} />
}
