import { expect, test, vi } from 'vitest'
import { DiskWatch } from './disk-watch.ts'

/** A disk of a thousand blocks. */
function watched() {
  const disk = { bavail: 500 }
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const look = async () => {
    if (Number.isNaN(disk.bavail)) throw new Error('no such folder')
    return { bavail: disk.bavail, blocks: 1000 }
  }
  const watch = new DiskWatch({ folder: '/data', log, look })
  return { disk, log, watch, told: () => [log.info, log.warn, log.error].map(({ mock }) => mock.calls.length) }
}

test('below a tenth of the disk the operator is warned, below a twentieth what can wait is refused, and each is logged once (rule 59)', async () => {
  const { disk, watch, told } = watched()
  const steps: [free: number, isShort: boolean, told: number[]][] = [
    [100, false, [0, 0, 0]],
    [99, false, [0, 1, 0]],
    [50, false, [0, 1, 0]],
    [49, true, [0, 1, 1]],
    [0, true, [0, 1, 1]],
    [60, false, [0, 2, 1]],
    [300, false, [1, 2, 1]],
  ]
  for (const [free, isShort, said] of steps) {
    disk.bavail = free
    await watch.look()
    expect({ free, isShort: watch.isShort, said: told() }).toEqual({ free, isShort, said })
  }
})

test('when the disk cannot be read, the last reading holds', async () => {
  const { disk, log, watch } = watched()
  disk.bavail = 10
  await watch.look()
  disk.bavail = Number.NaN
  await watch.look()
  expect(watch.isShort).toBe(true)
  expect(log.error).toHaveBeenLastCalledWith({ reason: 'no such folder' }, expect.any(String))
})

test('it reads the disk of a real folder', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const watch = new DiskWatch({ folder: import.meta.dirname, log })
  await watch.start()
  watch.close()
  expect(log.error.mock.calls.filter(([given]) => 'reason' in given)).toEqual([])
})
