/** `npm start`: the server without demo data. */
import { makeSetupLink } from './features/accounts/set-up.ts'
import { acrossAccounts } from './platform/postgres/account-scope.ts'
import { runMain } from './platform/program.ts'
import { readSettings } from './platform/settings.ts'
import { startAdvice } from './platform/start-advice.ts'
import { StartFault } from './platform/start-fault.ts'
import { isDemoDatabase } from './seed.ts'
import { serve } from './serve.ts'

await runMain(async () => {
  const settings = readSettings(process.env)
  const { running, mqttPort, plainMqttPort } = await serve(settings, {
    demo: false,
    async check(db) {
      if (await isDemoDatabase(db)) {
        throw new StartFault(
          'This DATA_DIR holds demo data. To start empty, remove it or set DATA_DIR to another folder.',
        )
      }
    },
  })
  const setupLink = await acrossAccounts(() => makeSetupLink(running.app))
  const plain = plainMqttPort === undefined ? '' : `, without TLS on port ${plainMqttPort}`
  const lines = [
    `Whereabouts is ready: ${running.app.origin()}  (MQTT on port ${mqttPort}${plain})`,
    ...startAdvice(settings),
  ]
  if (setupLink !== undefined) lines.push(`Create the first owner within 24 hours: ${setupLink}`)
  console.log(lines.join('\n'))
})
