/** What a report holds, as a sheet that can be read without downloading it, and printed. */
import type { ShiftReport, ShiftReportContent } from '@whereabouts/contract/shift-reports'
import { LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatTimeIn } from '../../lib/time.ts'
import styles from './paper.module.css'
import { degreesText, isAutomatic, lengthText, percentText, shiftName, timeNear } from './words.ts'

/** A report that was made later than this (ms) says when. */
const LATE_MS = 300_000

interface ReportPaperProps {
  readonly report: ShiftReport
  readonly content: ShiftReportContent
  readonly zoom: number
}

export function ReportPaper({ report, content, zoom }: ReportPaperProps) {
  const t = useT()
  const { timezone: timeZone } = content
  const endMs = report.date * 1000
  const time = (ms: number) => timeNear(timeZone, ms, endMs)
  /** When something was over; a word where it went on beyond the end of the shift. */
  const end = (ms: number | null, goesOn: string) => (ms === null || ms > endMs ? <Bad>{goesOn}</Bad> : time(ms))
  const open = content.alarms.filter(({ acknowledged_at_ms }) => acknowledged_at_ms === null)
  const figures = [
    { label: t('shiftReports.devices'), value: content.devices.length },
    { label: t('shiftReports.alerts'), value: content.alarms.length },
    { label: t('shiftReports.open'), value: open.length },
    { label: t('shiftReports.offline'), value: content.devices.filter(({ status }) => status === 'offline').length },
    {
      label: t('shiftReports.lowBattery'),
      value: content.devices.filter(({ battery }) => battery !== null && battery <= LOW_BATTERY_PERCENT).length,
    },
  ]
  return (
    <article className={styles.paper} style={{ '--paper-zoom': zoom } as CSSProperties}>
      <header className={styles.head}>
        <div>
          <h2>{t('shiftReports.paper')}</h2>
          <p>{shiftName(t, timeZone, report)}</p>
        </div>
        <p className="wb-num">
          {formatTimeIn(timeZone, report.period_start * 1000)} – {time(endMs)}
          <br />
          {isAutomatic(report)
            ? t('shiftReports.madeAutomatically')
            : t('shiftReports.madeBy', { name: report.creator })}
          {content.made_at_ms - endMs > LATE_MS && (
            <>
              <br />
              {t('shiftReports.madeAt', { time: formatTimeIn(timeZone, content.made_at_ms) })}
            </>
          )}
        </p>
      </header>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="wb-num">{value}</dd>
          </div>
        ))}
      </dl>
      {report.notes !== '' && (
        <Part title={t('shiftReports.notes')}>
          <p className={styles.notes}>{report.notes}</p>
        </Part>
      )}
      <Sheet
        title={t('shiftReports.alerts')}
        heads={[t('shiftReports.time'), t('shiftReports.event'), t('shiftReports.details'), t('shiftReports.answered')]}
        rows={content.alarms.map((alarm) => ({
          key: alarm.alarm_id,
          cells: [
            time(alarm.raised_at_ms),
            alarm.subject,
            alarm.message,
            alarm.acknowledged_at_ms === null ? (
              <Bad key="answered">{t('shiftReports.open')}</Bad>
            ) : (
              t('shiftReports.answeredBy', {
                name: alarm.acknowledged_by ?? '–',
                length: lengthText(t, alarm.acknowledged_at_ms - alarm.raised_at_ms),
              })
            ),
          ],
        }))}
      />
      <Sheet
        title={t('shiftReports.visits')}
        heads={[
          t('shiftReports.name'),
          t('shiftReports.zone'),
          t('shiftReports.came'),
          t('shiftReports.left'),
          t('shiftReports.times'),
          t('shiftReports.total'),
        ]}
        rows={content.visits.map((visit) => ({
          key: `${visit.device_id} ${visit.zone_name}`,
          cells: [
            visit.name,
            visit.zone_name,
            time(visit.entered_ms),
            visit.left_ms !== null
              ? time(visit.left_ms)
              : visit.last_seen_ms !== null
                ? t('shiftReports.lastSeen', { time: time(visit.last_seen_ms) })
                : t('shiftReports.stillThere'),
            visit.visits,
            lengthText(t, visit.total_s * 1000),
          ],
        }))}
      />
      <Sheet
        title={t('shiftReports.silent')}
        heads={[t('shiftReports.name'), t('shiftReports.lastHeard'), t('shiftReports.back2')]}
        rows={content.silent.map((one) => ({
          key: `${one.device_id} ${one.since_ms}`,
          cells: [
            one.is_station ? t('shiftReports.ofStation', { name: one.name }) : one.name,
            time(one.since_ms),
            end(one.until_ms, t('shiftReports.stillSilent')),
          ],
        }))}
      />
      <Sheet
        title={t('shiftReports.batteries')}
        heads={[t('shiftReports.name'), t('shiftReports.since'), t('shiftReports.atEnd')]}
        rows={content.low_batteries.map((one) => ({
          key: `${one.device_id} ${one.since_ms}`,
          cells: [one.name, time(one.since_ms), percentText(one.battery)],
        }))}
      />
      <Sheet
        title={t('shiftReports.temperatures')}
        heads={[
          t('shiftReports.name'),
          t('shiftReports.limit'),
          t('shiftReports.from'),
          t('shiftReports.to'),
          t('shiftReports.peak'),
        ]}
        rows={content.temperatures.map((one) => ({
          key: `${one.device_id} ${one.kind} ${one.since_ms}`,
          cells: [
            one.name,
            t(one.kind === 'high' ? 'shiftReports.above' : 'shiftReports.below'),
            time(one.since_ms),
            end(one.until_ms, t('shiftReports.goingOn')),
            degreesText(one),
          ],
        }))}
      />
      <Sheet
        title={t('shiftReports.remarks')}
        heads={[t('shiftReports.name'), t('shiftReports.remark'), t('shiftReports.editor'), t('shiftReports.time')]}
        rows={content.remarks.map((one) => ({
          key: `${one.device_id} ${one.item}`,
          cells: [
            one.name,
            t('shiftReports.remarkOf', { name: one.item, memo: one.memo }),
            one.editor,
            time(one.time_ms),
          ],
        }))}
      />
      <Sheet
        title={t('shiftReports.allDevices')}
        heads={[
          t('shiftReports.name'),
          t('shiftReports.class'),
          t('shiftReports.place'),
          t('shiftReports.status'),
          t('shiftReports.battery'),
          t('shiftReports.remarks'),
        ]}
        rows={content.devices.map((device) => ({
          key: device.device_id,
          cells: [
            device.name,
            device.class_name,
            device.place || '–',
            <Status key="status" device={device} time={time} />,
            device.battery !== null && device.battery <= LOW_BATTERY_PERCENT ? (
              <Bad key="battery">{percentText(device.battery)}</Bad>
            ) : (
              percentText(device.battery)
            ),
            device.remarks.map(({ name, memo }) => (
              <span key={name} className={styles.line}>
                {t('shiftReports.remarkOf', { name, memo })}
              </span>
            )),
          ],
        }))}
      />
    </article>
  )
}

const STATUS_WORDS = {
  connected: 'shiftReports.connected',
  disconnected: 'shiftReports.disconnected',
  offline: 'shiftReports.isOffline',
} as const

function Status({
  device: { status, last_seen_ms },
  time,
}: {
  device: ShiftReportContent['devices'][number]
  time: (ms: number) => string
}) {
  const t = useT()
  if (status !== 'offline') return t(STATUS_WORDS[status])
  return (
    <>
      <Bad>{t(STATUS_WORDS.offline)}</Bad>
      {last_seen_ms !== null && (
        <small className={styles.line}>{t('shiftReports.lastSeen', { time: time(last_seen_ms) })}</small>
      )}
    </>
  )
}

const Bad = ({ children }: { children: string }) => <span className={styles.bad}>{children}</span>

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

interface SheetProps {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

function Sheet({ title, heads, rows }: SheetProps) {
  const t = useT()
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('shiftReports.nothing')}</p>
      ) : (
        <table className="wb-num">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <td key={heads[at]} data-head={heads[at]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}
