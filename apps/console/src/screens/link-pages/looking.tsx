/** Stands until the server has said what a link is for, with a way to ask again where it could not. */
import { LinkPageLoading } from './link-page.tsx'
import { TryAgain } from './try-again.tsx'

interface LookingProps {
  readonly title: string
  readonly preview: { readonly error: unknown; readonly isFetching: boolean; refetch(): unknown }
  /** The link is none: another page opens in a moment. */
  readonly isDead: boolean
}

export function Looking({ title, preview, isDead }: LookingProps) {
  if (preview.error === null || isDead) return <LinkPageLoading title={title} />
  const ask = () => void preview.refetch()
  return <TryAgain title={title} error={preview.error} isPending={preview.isFetching} onTry={ask} />
}
