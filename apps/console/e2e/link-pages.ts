/** What the tests of pages that a mail leads to share. */
import type { Page } from 'playwright-core'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { consoleOfFile } from './open-console.ts'

/** The console of a test file that draws no maps, and the mails of its server. */
export function consoleWithMails() {
  const app = consoleOfFile({ drawsMaps: false })
  const mailTo = (email: string) => latestMail(app.server.address, email)
  return {
    app,
    mailTo,
    /** Where the newest mail leads, on the server under test. */
    async linkFor(email: string): Promise<string> {
      const { pathname, hash } = new URL((await mailTo(email)).link)
      return `${pathname}${hash}`
    },
    /** A page with the form for a new account, reached from the sign-in page. */
    async openSignUp() {
      const opened = await app.open()
      await opened.page.goto('/')
      await opened.page.getByRole('link', { name: 'Create an account' }).click()
      await heading(opened.page, 'Create an account').waitFor()
      return opened
    },
  }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
