/** A process of its own that writes one PDF and answers its bytes. */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import type { PdfAnswer, PdfDocument } from './pdf.ts'
import { layOutPdf } from './pdf-layout.ts'

// Reports of devices and alarms have priority on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.once('disconnect', () => process.exit())
process.once('message', (document: PdfDocument) => {
  const tell = (answer: PdfAnswer) => process.send?.(answer)
  layOutPdf(document).then(
    (pdf) => {
      flushCompileCache()
      tell({ pdf })
    },
    (error: Error) => tell({ fault: error.stack ?? error.message }),
  )
})
