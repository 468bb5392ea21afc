/** Pages that write down what their policy stopped. */
import type { ConsoleUnderTest, OpenPage } from './open-console.ts'

export async function watched(
  app: Pick<ConsoleUnderTest, 'open'>,
): Promise<OpenPage & { stopped(): Promise<string[]> }> {
  const opened = await app.open()
  await opened.page.addInitScript(() => {
    const stopped: string[] = []
    Object.assign(globalThis, { stopped })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      stopped.push([effectiveDirective, blockedURI, sample].join(' ')),
    )
  })
  const stopped = () => opened.page.evaluate(() => (globalThis as unknown as { stopped: string[] }).stopped)
  return { ...opened, stopped }
}
