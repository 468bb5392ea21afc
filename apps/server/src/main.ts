/** `npm start`: the server without demo data. */
import { readSettings } from './platform/settings.ts'
import { StartFault } from './platform/start-fault.ts'
import { isDemoDatabase } from './seed.ts'
import { runMain, serve } from './serve.ts'

await runMain(async () => {
  const settings = readSettings(process.env)
  const { port, mqttPort } = await serve(settings, {
    demo: false,
    async prepare({ db }) {
      if (await isDemoDatabase(db)) {
        throw new StartFault(
          'This DATA_DIR holds the demo. Remove it to start empty, or set DATA_DIR to another folder; npm run demo goes on using it.',
        )
      }
    },
  })
  const origin = settings.publicUrl ?? `${settings.tls ? 'https' : 'http'}://localhost:${port}`
  console.log(`Whereabouts is ready: ${origin}  (MQTT on port ${mqttPort})`)
  console.log('Make the first owner: npm run admin -- owner <e-mail> "<full name>"')
})
