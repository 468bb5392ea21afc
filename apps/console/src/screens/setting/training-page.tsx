/** The page of training data, by days of the account's time zone. Source: TRAIN-03; G74, G77. */
import { may } from '@whereabouts/contract/roles'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { TrainingData } from '../../features/training-jobs/training-data.tsx'

const DEFAULT_ZONE = 'Asia/Taipei'

export default function TrainingPage() {
  const session = useSession()
  const rights = rightsOf(session)
  return (
    <TrainingData
      timeZone={session.userInfo?.timezone ?? DEFAULT_ZONE}
      canChange={rights !== undefined && may(rights, 'manageSite')}
    />
  )
}
