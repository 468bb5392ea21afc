/** What an account needs so that each kind of thing can be begun, made through the front door, and the questions that begin them. */
import { setTimeout as wait } from 'node:timers/promises'
import { api, type WhereaboutsApi } from '@whereabouts/contract/api'
import { createClient } from '@whereabouts/contract/client'
import { routesOf } from '@whereabouts/contract/routes'
import type { CredentialKind } from '@whereabouts/domain/senders'
import { dataUrl, noise } from '../../apps/server/src/features/media/test-pictures.ts'
import type { Kind } from './kill-book.ts'
import type { Question } from './kill-line.ts'
import { IMEI } from './kill-talkers.ts'
import type { LedgerSite } from './ledger-site.ts'
import type { TestServer } from './start-server.ts'

export interface KillSite {
  readonly hardwarePorts: { readonly [Kind in keyof typeof IMEI]: number }
  readonly readerPassword: string
  readonly questions: readonly Asked[]
}

type Asked = Omit<Question, 'token'>
const several = (times: number, questions: readonly Asked[]): Asked[] => Array(times).fill(questions).flat()

const mcpCall = (name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
})

const clientOf = (base: string, token: string) =>
  createClient<WhereaboutsApi>(routesOf(api), { base, fetch, headers: () => ({ authorization: `Bearer ${token}` }) })

export async function furnish(
  { origin }: TestServer,
  { token, device_ids }: LedgerSite,
  brokerPort: number,
): Promise<KillSite> {
  const client = clientOf(origin, token)
  const credential = async (sender_id: string, kind: CredentialKind) =>
    (await client.credentials.create({ body: { sender_id, kind } })).credential
  const hardwarePorts = {
    teltonika: (await credential(IMEI.teltonika, 'teltonika')).tcp_port as number,
    gt06: (await credential(IMEI.gt06, 'gt06')).tcp_port as number,
  }
  const { password: readerPassword } = await credential('reader', 'reader')
  await client.brokers.create({
    body: {
      ...{ broker_name: 'Home', host: '127.0.0.1', port: brokerPort, tls: false, ca_certificate: '', username: '' },
      ...{ reads: ['espresense'], theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '' },
      paused: false,
    },
  })
  const map_image = dataUrl(await noise(900, 600))
  const addPlan = async (map_name: string) =>
    (await client.indoorMaps.create({ body: { map_name, map_image } })).indoormap
  const [read, written] = [await addPlan('Large plan'), await addPlan('Changing plan')]
  const get = (kind: Kind, target: string): Asked[] => [{ method: 'GET', target, kind }]
  const change = { method: 'PUT', target: `/v3/app/indoormaps/${written.id}`, body: { map_image } }
  const asReader = { method: 'POST', target: '/mcp', token: readerPassword, kind: 'MCP' as const }
  const month = new Date().toISOString().slice(0, 7)
  const questions: Asked[] = [
    // An export takes fifty statements, and some of them are to meet a kill.
    ...several(8, get('export', '/v3/app/history/export')),
    ...several(3, get('stream', '/v3/app/stream')),
    ...several(2, get('PDF', `/v3/app/excursions/pdf?month=${month}`)),
    ...several(6, get('PDF', await shiftReport(client))),
    ...several(6, get('picture read', read.map_url)),
    ...several(3, [{ ...change, kind: 'picture sent' }]),
    ...several(4, [
      { ...asReader, body: mcpCall('where_is', { name: device_ids[0] }) },
      { ...asReader, body: mcpCall('who_is_in', { zone: 'Large plan' }) },
    ]),
    ...several(
      3,
      ['zones/summary', 'trackables/motions', 'providers/locations'].flatMap((path) =>
        get('omlox call', `/v2/${path}`).map((question) => ({ ...question, token: readerPassword })),
      ),
    ),
    ...['/v3/openapi.json', '/ready'].map((target) => ({ method: 'GET', target })),
  ]
  return { hardwarePorts, readerPassword, questions }
}

/** Where the PDF of a report is. */
async function shiftReport({ shiftReports }: ReturnType<typeof clientOf>): Promise<string> {
  await shiftReports.create({ body: { notes: 'A quiet night' } })
  for (;;) {
    const [report] = (await shiftReports.list()).shift_reports
    if (report?.pdf_url) return report.pdf_url
    if (report?.state === 'failure') throw new Error('The shift report failed.')
    await wait(50)
  }
}
