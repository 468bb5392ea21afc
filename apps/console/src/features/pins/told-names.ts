/** Names in what the server told: it writes the id of a carepad whose name only browsers can read. Pure but for the names at hand. Source: G30. */
import type { Notification } from '@whereabouts/contract/notifications'
import type { ShiftReportContent } from '@whereabouts/contract/shift-reports'

type Names = ReadonlyMap<string, string>

/** A sentence that begins with the id of a carepad begins with its name. */
const withName = (sentence: string, id: string | null, names: Names): string => {
  const name = id === null ? undefined : names.get(id)
  return id === null || name === undefined || !sentence.startsWith(id) ? sentence : name + sentence.slice(id.length)
}

/** The notification with the name of its carepad. */
export function nameNotification(notification: Notification, names: Names): Notification {
  const { device_id, message, metadata } = notification
  const name = device_id === null ? undefined : names.get(device_id)
  if (name === undefined || metadata.device_name !== device_id) return notification
  return { ...notification, message: withName(message, device_id, names), metadata: { ...metadata, device_name: name } }
}

/** The report with the names of its carepads. */
export function nameReport(content: ShiftReportContent, names: Names): ShiftReportContent {
  if (names.size === 0) return content
  const rename = <Row extends { readonly device_id: string; readonly name: string }>(row: Row): Row =>
    row.name === row.device_id ? { ...row, name: names.get(row.device_id) ?? row.name } : row
  return {
    ...content,
    temperatures: content.temperatures.map(rename),
    low_batteries: content.low_batteries.map(rename),
    alarms: content.alarms.map((alarm) => ({ ...alarm, message: withName(alarm.message, alarm.device_id, names) })),
  }
}
