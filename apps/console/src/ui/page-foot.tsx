/** What stays at the foot of a page: a save bar, or what a page is about to do. Words first, buttons at the right. */
import type { ReactNode } from 'react'
import styles from './page-foot.module.css'

export const PageFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>
