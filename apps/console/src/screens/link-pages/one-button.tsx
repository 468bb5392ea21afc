/** Says what will happen, and lets one press of a button do it: programs that follow links do no harm. Source: G26. */
import { type ReactNode, useEffect, useRef } from 'react'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

interface OneButtonProps {
  readonly title: string
  readonly text: ReactNode
  readonly error: unknown
  /** In place of the error's own. */
  readonly words?: string | undefined
  readonly isPending: boolean
  readonly tone?: 'primary' | 'danger' | undefined
  readonly submit: ReactNode
  readonly onPress: () => void
  /** The way out, before the button. */
  readonly children?: ReactNode
}

export function OneButton({ title, text, error, words, isPending, tone, submit, onPress, children }: OneButtonProps) {
  const form = useRef<HTMLFormElement>(null)
  // The first control: the way out where there is one, as of a deletion.
  useEffect(() => form.current?.querySelector<HTMLElement>('a, button')?.focus(), [])
  return (
    <LinkPage title={title} text={text}>
      <FormFailure error={error} words={words} />
      <form
        ref={form}
        className={styles.actions}
        onSubmit={(event) => {
          event.preventDefault()
          onPress()
        }}
      >
        {children}
        <SubmitButton isPending={isPending} error={error} tone={tone}>
          {submit}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}
