/**
 * What a page of device management may fill of its frame: buttons beside the title, details beside everything. Pages that
 * are read from top to bottom stand in `PageContent`; lists lay themselves out.
 */
import type { ReactNode } from 'react'
import { PageFoot } from '../../ui/page-foot.tsx'
import { createSlot } from '../../ui/slot.tsx'
import styles from './configuration.module.css'

export const { Place: ActionsPlace, Fill: PageActions } = createSlot()
export const { Place: DrawerPlace, Fill: PageDrawer } = createSlot()

interface PageContentProps {
  /** One sentence: what the page is for. */
  readonly hint?: string
  /** Forms are read in lines of 740 px, lists get 920, plans what there is. */
  readonly width?: 'form' | 'list' | 'wide'
  /** What stays at the foot of the screen, as a save bar. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export const PageContent = ({ hint, width = 'list', foot, children }: PageContentProps) => (
  <>
    <div className={styles.scroller}>
      <div className={styles.content} data-width={width}>
        {hint && <p className={styles.hint}>{hint}</p>}
        {children}
      </div>
    </div>
    {foot && <PageFoot>{foot}</PageFoot>}
  </>
)
