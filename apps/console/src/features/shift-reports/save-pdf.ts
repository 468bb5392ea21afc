/** Fetches the PDF of a report and hands it to the person. Source: G76. */
import type { ShiftReport } from '@whereabouts/contract/shift-reports'
import { downloadFile } from '../../lib/download.ts'
import { api } from '../../lib/signed-in-api.ts'
import { formatTimeIn } from '../../lib/time.ts'

export async function savePdf({ report_id, date }: ShiftReport, timeZone: string): Promise<void> {
  const { base64 } = await api.shiftReports.pdf({ report_id })
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stamp = formatTimeIn(timeZone, date * 1000)
    .replaceAll('/', '-')
    .replace(' ', '-')
    .replace(':', '')
  downloadFile(`shift-report-${stamp}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
}
