import { DeviceReport } from '@whereabouts/contract/device-reports'
import { expect, test } from 'vitest'
import { createLoadReports } from './load-reports.ts'

const ids = Array.from({ length: 500 }, (_, index) => `G3-${index}`)
const senders = Array.from({ length: 16 }, (_, index) => ({ sender_id: `T4-${index}`, password: `${index}` }))

test('a load hears every tracker equally often, from several stations, in reports the contract takes', () => {
  const reports = createLoadReports(ids, senders, 1)
  const heardBy = new Map<string, string[]>()
  const seqs = new Map<string, number>()
  // 16 senders, 250 trackers a group, 20 a report: 200 reports hear everybody eight times.
  for (let index = 0; index < 200; index++) {
    const { sender, report } = reports.next(20, 1_772_758_800_000)
    const { seq, scans } = DeviceReport.parse(report)
    expect(seq).toBe((seqs.get(sender.sender_id) ?? 0) + 1)
    seqs.set(sender.sender_id, seq)
    expect(new Set(scans.map((scan) => scan.device_id)).size).toBe(20)
    for (const { device_id } of scans) heardBy.set(device_id, [...(heardBy.get(device_id) ?? []), sender.sender_id])
  }
  expect(heardBy.size).toBe(500)
  expect(Math.max(...[...heardBy.values()].map((stations) => stations.length))).toBeLessThanOrEqual(16)
  expect(Math.min(...[...heardBy.values()].map((stations) => new Set(stations).size))).toBeGreaterThanOrEqual(5)
})

test('a report never hears a tracker twice, however few there are', () => {
  const reports = createLoadReports(ids.slice(0, 3), senders, 1)
  const { report } = reports.next(20, 0)
  expect(new Set(report.scans.map((scan) => scan.device_id)).size).toBe(report.scans.length)
})
