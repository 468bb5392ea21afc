/** From a name to a sender that reports: its credential is made, then it is set up from a card. */
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { useState } from 'react'
import { NewSender } from './new-sender.tsx'
import type { Kind } from './setup.ts'
import { SetupCard } from './setup-card.tsx'

interface ConnectSenderProps {
  readonly title: string
  /** What it may speak; the first is proposed. */
  readonly kinds: readonly [Kind, ...Kind[]]
  /** A name to go on with. */
  readonly name?: string
  readonly onClose: () => void
}

export function ConnectSender({ onClose, ...rest }: ConnectSenderProps) {
  const [made, setMade] = useState<CredentialWithPassword>()
  return made === undefined ? (
    <NewSender {...rest} onMade={setMade} onClose={onClose} />
  ) : (
    <SetupCard credential={made} onClose={onClose} />
  )
}
