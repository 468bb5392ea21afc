/** The files of attendance. Source: G72, G78. */
import { useMutation } from '@tanstack/react-query'
import type { AttendanceMonth } from '@whereabouts/contract/attendance'
import { downloadFile, downloadText } from '../../lib/download.ts'
import { api } from '../../lib/signed-in-api.ts'
import { wallOf } from '../../ui/date-range/ranges.ts'
import { attendanceCsv, attendanceMonthCsv } from './attendance-csv.ts'
import { type AttendanceQuestion, listRecords } from './queries.ts'

/** Saves every record of a question as a file that is named by its first day. */
export const useSaveRecords = (question: AttendanceQuestion, timeZone: string) =>
  useMutation({
    mutationFn: async () => {
      const text = attendanceCsv(await listRecords(question), timeZone)
      downloadText(`attendance-${wallOf(question.start, timeZone).day}.csv`, text)
    },
  })

/** Saves a month (YYYY-MM) as a file. */
export const saveMonth = (month: string, people: readonly AttendanceMonth[]): void =>
  downloadText(`attendance-${month}.csv`, attendanceMonthCsv(people))

/** Saves a month (YYYY-MM) as a document to print. */
export const useSaveMonthPdf = (month: string) =>
  useMutation({
    mutationFn: async () => {
      const { base64 } = await api.attendance.monthPdf({ query: { month } })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      downloadFile(`attendance-${month}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
    },
  })
