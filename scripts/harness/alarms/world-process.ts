/** A process for worlds of alarms, one after another: time is the whole process's. Runs what it is sent, and answers. */
import { judgeWorld, type WorldOrder } from './run-worlds.ts'

process.on('message', (order) => {
  void judgeWorld(order as WorldOrder).then((verdict) => process.send!(verdict))
})
// Those who were killed in a world would wait for ever.
process.once('disconnect', () => process.exit(0))
