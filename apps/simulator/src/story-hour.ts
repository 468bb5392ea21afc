/** The site's hour at which a story begins. */
import { hourAt } from './scenario.ts'

/** Hour at which a story starts that would start by night, so that there is something to see. */
const LIVELY_HOUR = 9.5
const isSleepy = (hour: number): boolean => hour >= 20 || hour < 7

/** The site's hour, 0 to 24, of a story that begins at a moment (epoch ms) and names no hour of its own. */
export const storyHour = (startMs: number): number => {
  const hour = hourAt(startMs)
  return isSleepy(hour) ? LIVELY_HOUR : hour
}
