/** As much of a server as the console needs to show a fleet: its lists, its stream and its files. Measures nothing itself. */
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Tracker } from '@whereabouts/contract/trackers'

const DIST = join(import.meta.dirname, '../../apps/console/dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}
/** City centres as [longitude, latitude]; the fleet is spread over them. */
const CITIES = [
  [139.77, 35.68],
  [121.56, 25.04],
  [135.5, 34.69],
  [103.85, 1.29],
  [-79.38, 43.65],
  [-74, 40.71],
  [-118.24, 34.05],
  [2.35, 48.86],
  [151.2, -33.87],
  [-46.63, -23.55],
  [77.2, 28.61],
  [31.24, 30.04],
] as const
const THINGS = ['Wheelchair', 'Infusion pump', 'Bed', 'Visitor badge', 'Resident', 'Van key', 'ECG cart']

/** Colour of the only class of the account, which only the witness wears; nothing else on the map is like it. */
export const WITNESS_COLOUR = [255, 0, 200] as const
const WITNESS_SLOT = 9
const WITNESS_ID = 'G3-WITNESS'
/** Two places in the Indian Ocean, far from every city and from each other. */
const WITNESS_PLACES = [
  [70, -22],
  [90, -22],
] as const

const deviceId = (number: number): string => `G3-${number.toString(16).toUpperCase().padStart(8, '0')}`

/** A number from 0 to 1 that looks like chance and is the same in each run. */
const chance = (number: number): number => {
  const value = Math.sin(number * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

function device(number: number, nowSeconds: number): Tracker {
  const [longitude, latitude] = CITIES[number % CITIES.length] as (typeof CITIES)[number]
  return {
    device_id: deviceId(number),
    name: `${THINGS[number % THINGS.length]} ${number}`,
    device_model: number % 20 === 0 ? 'mobile' : 'g3',
    make: '',
    connected: true,
    status: 'connected',
    class_index: (number % 10) - 1,
    photo: '',
    serial_number: `8A20-${number}`,
    mac_address: `02:00:00:${number}`,
    battery: Math.round(chance(number) * 100),
    firmware: '1.8.3',
    last_seen: nowSeconds,
    disconnected_time: null,
    rssi: -60,
    gps_latitude: latitude + (chance(number * 3) - 0.5) * 0.6,
    gps_longitude: longitude + (chance(number * 7) - 0.5) * 0.6,
    indoor_X: null,
    indoor_Y: null,
    moving: false,
    heading: null,
    remark: [],
    platform: '',
    add_date: nowSeconds,
    qualified_location_info: null,
    sharing: { share_from: null, share_to: [] },
    sync_config: null,
    offline_alert: false,
    ota_state: null,
    ringing_until_ms: null,
    removal_pending: false,
  }
}

const answer = (data: object): string => JSON.stringify({ result: true, code: 200, ...data })

export interface ConsoleServer {
  readonly origin: string
  /** Streams that are open. */
  readonly streams: () => number
  /** Moves so many devices a second, ten times a second; answers how to stop. */
  move(changesPerSecond: number): () => void
  /** Tells of changes to so many devices at once. */
  burst(changes: number): void
  /** Puts the witness at the other of its two places; at first it is new there. Answers when it was written to the streams. */
  moveWitness(): number
  close(): void
}

export async function startConsoleServer(devices: number): Promise<ConsoleServer> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const fleet = Array.from({ length: devices }, (_, number) => device(number, nowSeconds))
  const streams = new Set<ServerResponse>()
  const tell = (event: string, data: object): void => {
    const text = `event: ${event}\nid: ${Date.now()}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of streams) stream.write(text)
  }
  const lists: Readonly<Record<string, () => object>> = {
    '/v3/app/config': () => ({ providers: [], brand: 'default', map_style_url: '', demo: false }),
    '/v3/app/users/token': () => ({ access_token: 'bench' }),
    '/v3/app/users/profile': () => ({
      username: 'bench',
      class: 'owner',
      email: 'bench@example.com',
      fullname: 'Bench',
      locale: 'en-us',
      groups: [],
      b2b_user: true,
      provider: 'email',
      verified: true,
      unread_count: 0,
      headshot: '',
      custom_logo: '',
      about_image: '',
      about_content: '',
      notification_ring_repeat: false,
      timezone: 'Asia/Tokyo',
    }),
    '/v3/app/carewatches': () => ({ carewatches: [] }),
    '/v3/app/stations': () => ({ stations: [] }),
    '/v3/app/indoormaps': () => ({ indoormaps: [] }),
    '/v3/app/users/extrasettings/class': () => ({
      classes: [{ index: WITNESS_SLOT, name: 'Witness', color: '#ff00c8', urls: [] }],
    }),
    '/v3/app/users/extrasettings/remarks': () => ({ items: [] }),
    '/v3/app/activity/devices': () => ({ devices: [] }),
    '/v3/app/firmwares': () => ({ firmwares: [{ device_model: 'g3', version: '1.9.0', size: 1, hash: '' }] }),
  }
  // Pages are written once: the console is measured, not this server's JSON.
  const pages = new Map<string, Buffer>()
  const page = (from: number, count: number): Buffer => {
    const key = `${from}+${count}`
    const metadata = from + count < devices ? { next_token: String(from + count) } : {}
    const made = pages.get(key) ?? Buffer.from(answer({ trackers: fleet.slice(from, from + count), metadata }))
    pages.set(key, made)
    return made
  }
  page(0, Math.min(devices, 10_000))

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/v3/app/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`event: hello\nid: ${Date.now()}\ndata: {"server_time_ms":${Date.now()}}\n\n`)
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    if (url.pathname.startsWith('/v3/')) {
      response.setHeader('content-type', 'application/json')
      if (url.pathname === '/v3/app/trackers') {
        const from = Number(url.searchParams.get('page_token') ?? 0)
        response.end(page(from, Number(url.searchParams.get('count') ?? 50)))
        return
      }
      const list = lists[url.pathname]
      response.statusCode = list ? 200 : 404
      response.end(list ? answer(list()) : '{"result":false,"code":404101}')
      return
    }
    const file = join(DIST, url.pathname)
    const found = file.startsWith(DIST) && existsSync(file) && statSync(file).isFile() ? file : join(DIST, 'index.html')
    response.setHeader('content-type', TYPES[extname(found)] ?? 'application/octet-stream')
    response.end(readFileSync(found))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const heartbeat = setInterval(() => tell('heartbeat', { server_time_ms: Date.now() }), 10_000)

  let next = 0
  let witnessMoves = 0
  const burst = (changes: number): void => {
    const trackers = Array.from({ length: changes }, () => {
      next = (next + 7919) % devices
      const moved = fleet[next] as Tracker
      moved.gps_latitude = (moved.gps_latitude ?? 0) + (chance(next + Date.now()) - 0.5) * 0.002
      moved.gps_longitude = (moved.gps_longitude ?? 0) + (chance(next - Date.now()) - 0.5) * 0.002
      const { device_id, gps_latitude, gps_longitude } = moved
      return { device_id, gps_latitude, gps_longitude, last_seen: Math.floor(Date.now() / 1000) }
    })
    tell('trackers', { trackers })
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: () => streams.size,
    move(changesPerSecond) {
      const timer = setInterval(() => burst(changesPerSecond / 10), 100)
      return () => clearInterval(timer)
    },
    burst,
    moveWitness() {
      const [gps_longitude, gps_latitude] = WITNESS_PLACES[witnessMoves % 2] as (typeof WITNESS_PLACES)[number]
      const place = { device_id: WITNESS_ID, gps_longitude, gps_latitude, last_seen: Math.floor(Date.now() / 1000) }
      const isNew = witnessMoves === 0
      witnessMoves += 1
      const toldAt = Date.now()
      tell('trackers', {
        trackers: [isNew ? { ...device(devices, nowSeconds), class_index: WITNESS_SLOT, ...place } : place],
      })
      return toldAt
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) stream.destroy()
      server.close()
    },
  }
}
