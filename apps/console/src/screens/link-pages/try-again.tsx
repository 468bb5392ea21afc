/** Stands where the server could not say what a link is for. */
import { useT } from '../../lib/i18n.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

interface TryAgainProps {
  readonly title: string
  readonly error: unknown
  readonly isPending: boolean
  readonly onTry: () => void
}

export function TryAgain({ title, error, isPending, onTry }: TryAgainProps) {
  const t = useT()
  return (
    <LinkPage title={title}>
      <FormFailure error={error} />
      <form
        className={styles.actions}
        onSubmit={(event) => {
          event.preventDefault()
          onTry()
        }}
      >
        <SubmitButton isPending={isPending} error={error}>
          {t('link.tryAgain')}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}
