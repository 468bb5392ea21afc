/** A server with the demo's people whose sign-in services are those of the test that started it, told as its argument. */
import { systemClock, systemRandom } from '../../apps/server/src/platform/clock.ts'
import { runMain } from '../../apps/server/src/platform/program.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import { seedDemo } from '../../apps/server/src/seed.ts'
import { serve } from '../../apps/server/src/serve.ts'

await runMain(async () => {
  const { port, mqttPort } = await serve(
    { ...readSettings(process.env), host: '127.0.0.1' },
    {
      demo: true,
      prepare: ({ db }) => seedDemo(db, { clock: systemClock, random: systemRandom }),
      providers: JSON.parse(process.argv[2] ?? '[]'),
    },
  )
  console.log(`Whereabouts is ready: http://127.0.0.1:${port}  (MQTT on port ${mqttPort})`)
})
