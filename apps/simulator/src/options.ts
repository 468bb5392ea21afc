/** What may stand on the command line. */
import { parseArgs } from 'node:util'
import { plots, SCENARIOS, type ScenarioName } from './incidents.ts'

/** A wrong command line, explained in one sentence. */
export class UsageError extends Error {}

interface Common {
  readonly url: string
  readonly mqttUrl: string
  readonly seed: number
  /** Prints no progress. */
  readonly quiet: boolean
}

export interface StoryRun extends Common {
  readonly kind: 'story'
  readonly name: ScenarioName
  readonly speed: number
  /** The site's hour the story begins at; undefined: the scenario decides. */
  readonly hour: number | undefined
}

export interface LoadRun extends Common {
  readonly kind: 'load'
  readonly devices: number
  /** Sightings a second. */
  readonly rate: number
  /** Sightings a report. */
  readonly batch: number
  readonly via: 'http' | 'mqtt'
  /** Undefined: until stopped. */
  readonly seconds: number | undefined
  /** JSON file with the senders; undefined: the demo's stations. */
  readonly credentials: string | undefined
}

export type Run = StoryRun | LoadRun | { readonly kind: 'help' }

export const HELP = `Plays the devices of a building to a running server, over the protocols real ones speak.

  npm run simulate -- [scenario] [options]

Scenarios (default: day)
${SCENARIOS.map((name) => `  ${name.padEnd(18)} ${plots[name].summary}`).join('\n')}

Options
  --url <address>          the server (default http://127.0.0.1:8080)
  --mqtt <address>         its MQTT port (default mqtt://127.0.0.1:1883)
  --seed <number>          another seed tells another story (default 1)
  --speed <number>         story seconds per second, 0.1 to 60 (default 1)
  --scenario-clock <when>  'now': the story has the clock's hour, by day; or an hour such as 14.5
  --devices <number>       a load instead of a story: so many generated trackers
  --rate <number>          sightings a second of the load (default 1000)
  --batch <number>         sightings a report of the load, 1 to 1000 (default 20)
  --via <http|mqtt>        how the load is sent (default http)
  --seconds <number>       ends the load after so long
  --credentials <file>     senders of the load: [{"sender_id", "password"}] (default: the demo's stations)
  --quiet                  no counts
  --help                   this text
`

/** Reads the command line; throws UsageError with one sentence for anything it does not understand. */
export function readOptions(args: readonly string[]): Run {
  const { values, positionals } = parse(args)
  if (values.help) return { kind: 'help' }
  const [name = 'day', ...more] = positionals
  if (more.length > 0) throw new UsageError(`One scenario at a time: '${more[0]}' is one too many.`)
  if (!isScenario(name)) throw new UsageError(`Unknown scenario '${name}'. Known: ${SCENARIOS.join(', ')}.`)
  const common = {
    url: address('--url', values.url ?? 'http://127.0.0.1:8080', ['http:', 'https:']),
    mqttUrl: address('--mqtt', values.mqtt ?? 'mqtt://127.0.0.1:1883', ['mqtt:', 'mqtts:']),
    seed: number('--seed', values.seed ?? '1', 0, 0xffffffff, true),
    quiet: values.quiet ?? false,
  }
  if (values.devices === undefined) {
    const loadOnly = (['rate', 'batch', 'via', 'seconds', 'credentials'] as const).find(
      (key) => values[key] !== undefined,
    )
    if (loadOnly) throw new UsageError(`--${loadOnly} belongs to a load: give --devices too.`)
    return {
      kind: 'story',
      ...common,
      name,
      speed: number('--speed', values.speed ?? '1', 0.1, 60, false),
      hour: storyHour(values['scenario-clock']),
    }
  }
  if (positionals.length > 0) throw new UsageError(`A load (--devices) plays no scenario: leave out '${name}'.`)
  const { via = 'http', seconds } = values
  if (via !== 'http' && via !== 'mqtt') throw new UsageError(`--via is http or mqtt, not '${via}'.`)
  return {
    kind: 'load',
    ...common,
    devices: number('--devices', values.devices, 1, 1_000_000, true),
    rate: number('--rate', values.rate ?? '1000', 1, 1_000_000, false),
    batch: number('--batch', values.batch ?? '20', 1, 1000, true),
    via,
    seconds: seconds === undefined ? undefined : number('--seconds', seconds, 1, 86_400, false),
    credentials: values.credentials,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: text,
        mqtt: text,
        seed: text,
        speed: text,
        'scenario-clock': text,
        devices: text,
        rate: text,
        batch: text,
        via: text,
        seconds: text,
        credentials: text,
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0]?.replace(/\.$/, '') : String(error)
    throw new UsageError(`${reason}. See --help.`)
  }
}

const isScenario = (name: string): name is ScenarioName => (SCENARIOS as readonly string[]).includes(name)

function number(option: string, value: string, from: number, to: number, whole: boolean): number {
  const parsed = Number(value)
  const fits = value.trim() !== '' && parsed >= from && parsed <= to && (!whole || Number.isInteger(parsed))
  if (!fits)
    throw new UsageError(`${option} is a ${whole ? 'whole ' : ''}number from ${from} to ${to}, not '${value}'.`)
  return parsed
}

function address(option: string, value: string, protocols: readonly string[]): string {
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new UsageError(`${option} is an address that begins with ${protocols.join('// or ')}//, not '${value}'.`)
  }
  return value
}

const storyHour = (value: string | undefined): number | undefined =>
  value === undefined || value === 'now' ? undefined : number('--scenario-clock', value, 0, 24, false)
