/** Some calls ask again who is at the keys: one dialog for all of them, over whatever is open. Source: G87. */
import { useMutation } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import { useState } from 'react'
import { goOnWith } from '../../lib/account.ts'
import { api, setProver } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { createStore } from '../../lib/store.ts'
import { showError } from '../../lib/toasts.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './reauth.module.css'
import { useSession } from './session-store.ts'
import { signOut } from './sign-in.ts'

interface Question {
  readonly answer: Promise<boolean>
  readonly settle: (isProved: boolean) => void
}

const asked = createStore<Question | undefined>(undefined)

/** Calls that ask while the dialog stands wait for the same answer. */
function ask(): Promise<boolean> {
  const open = asked.get()
  if (open !== undefined) return open.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asked.set({
    answer: promise,
    settle(isProved) {
      asked.set(undefined)
      resolve(isProved)
    },
  })
  return promise
}

setProver(ask)

/** Stands once in the frame of every signed-in page. */
export function Reauth() {
  const question = useStore(asked)
  const { userInfo } = useSession()
  if (question === undefined || userInfo === undefined) return null
  const ways = { onProved: () => question.settle(true), onCancel: () => question.settle(false) }
  return userInfo.provider === 'email' ? <AskPassword {...ways} /> : <AskToSignInAgain onCancel={ways.onCancel} />
}

function AskPassword({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const proof = useMutation({
    mutationFn: async () => goOnWith((await api.auth.reauth({ body: { user: { password } } })).access_token),
    onSuccess: onProved,
  })
  const isWrong = isRefusal(proof.error, errors.wrongCredentials)
  const fault = isEmpty ? t('forms.passwordMissing') : isWrong ? t('password.incorrect') : undefined

  return (
    <Dialog
      title={t('reauth.title')}
      onClose={onCancel}
      onSubmit={() => {
        if (proof.isPending) return
        if (password === '') setIsEmpty(true)
        else proof.mutate()
      }}
      actions={
        <>
          <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={proof.isPending}>
            {t('reauth.continue')}
          </Button>
        </>
      }
    >
      <FormFailure error={isWrong ? undefined : (proof.error ?? undefined)} />
      <p className={styles.why}>{t('reauth.why')}</p>
      <PasswordField
        isCompact
        label={t('reauth.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        fault={fault}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setIsEmpty(false)
          proof.reset()
        }}
      />
    </Dialog>
  )
}

/** Who signs in by another service has no password here. */
function AskToSignInAgain({ onCancel }: { onCancel: () => void }) {
  const t = useT()
  return (
    <Dialog
      title={t('reauth.title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          <Button
            tone="primary"
            onClick={() => {
              onCancel()
              signOut().catch(showError)
            }}
          >
            {t('reauth.signOut')}
          </Button>
        </>
      }
    >
      <p>{t('reauth.byService')}</p>
    </Dialog>
  )
}
