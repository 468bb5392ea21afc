/** The demo's people, one click each. Shown only by a server that says it is the demo. */
import { useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import styles from './sign-in.module.css'

const PASSWORD = 'whereabouts-demo'

const PEOPLE = [
  ['signIn.demoOwner', 'owner@hinoki.example'],
  ['signIn.demoIntegrator', 'integrator@hinoki.example'],
  ['signIn.demoDeputy', 'deputy@hinoki.example'],
  ['signIn.demoReadonly', 'readonly@hinoki.example'],
  ['signIn.demoConsumer', 'consumer@hinoki.example'],
] as const satisfies readonly (readonly [MessageId, string])[]

export function DemoSignIns({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const t = useT()
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('signIn.demoTitle')}</h2>
      <p>{t('signIn.demoHint', { password: PASSWORD })}</p>
      <ul>
        {PEOPLE.map(([label, email]) => (
          <li key={email}>
            <button type="button" title={email} onClick={() => onChoose(email, PASSWORD)}>
              {t(label)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
