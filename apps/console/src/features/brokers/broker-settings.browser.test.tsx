import type { Broker, BrokerSender } from '@whereabouts/contract/brokers'
import { makePerson } from '@whereabouts/mock-api/people'
import { newStation } from '@whereabouts/mock-api/words/stations'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, expectReach, gone, isTooWide, press, says, seen } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const BROKER: Broker = {
  ...{ broker_id: '5f7d6c4e-0000-4000-8000-000000000001', broker_name: 'House', host: '192.168.1.5', port: 1883 },
  ...{ tls: false, ca_certificate: '', username: '', has_password: false, reads: ['espresense', 'owntracks'] },
  ...{ theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '', paused: false },
  ...{ state: 'connected', state_since: 1, fault: '', mqtt_version: '5', servers: 1, counts: { espresense: 12 } },
  ...{ last_message_ms: 1, senders: 3 },
}
const SENDERS: readonly BrokerSender[] = [
  { sender_id: 'kitchen', kind: 'espresense', label: 'kitchen', t4_id: 'T4-1', last_used: 1 },
  { sender_id: 'hall-2', kind: 'espresense', label: 'hall', t4_id: 'T4-2', last_used: 1 },
  { sender_id: 'anna-pixel', kind: 'owntracks', label: 'anna/pixel', t4_id: null, last_used: null },
]

test('a broker tells who speaks through it, when it was last heard, and takes a station to its place', async () => {
  await renderPage('/setting?tab=brokers', {
    seed(mock) {
      const person = makePerson(mock)
      const { account } = person
      account.brokers = [BROKER, { ...BROKER, broker_id: '5f7d6c4e-0000-4000-8000-000000000002', broker_name: 'Shed' }]
      account.brokerSenders.set(BROKER.broker_id, [...SENDERS])
      account.stations.push(
        newStation({ t4_id: 'T4-1', t4_name: 'Kitchen' }),
        newStation({ t4_id: 'T4-2', t4_name: 'hall', gps_latitude: 35.5, gps_longitude: 139.5 }),
      )
      return person
    },
    width: 390,
    height: 844,
  })
  await press('Show who speaks through House')
  const list = page.getByRole('region', { name: 'Through House' })
  await seen(list.getByText('Kitchen', { exact: true }))
  await seen(list.getByText('anna/pixel'))
  await seen(list.getByText('Not yet'))
  await seen(list.getByText('No position yet'))
  await seen(list.getByRole('link', { name: 'Outdoors: show hall' }))
  await expectReach()
  expect(isTooWide()).toBe(false)

  await press('Place it: Kitchen')
  await page.getByLabelText(/^Latitude/).fill('35.1')
  await page.getByLabelText(/^Longitude/).fill('139.1')
  await press('Save')
  await seen(list.getByRole('link', { name: /show Kitchen$/ }))
  await eventually(() => list.getByRole('button', { name: 'Place it: Kitchen' }).elements().length).toBe(0)
  await press('Show who speaks through House')
  await gone(list)
  await press('Show who speaks through Shed')
  await says(/^Nobody yet/)
})

test('where the server does not answer nobody is told that a broker is connected, until it answers again', async () => {
  const screen = await renderPage('/setting?tab=brokers', {
    seed(mock) {
      const person = makePerson(mock)
      person.account.brokers = [BROKER]
      return person
    },
  })
  const list = page.getByRole('list', { name: 'Brokers' })
  await says('Connected', list)
  const answer = screen.answer('/v3/app/brokers', () => Promise.reject(new TypeError('Failed to fetch')))
  await says('Unknown: no answer from the server', list)
  expect(list.getByText('Connected', { exact: true }).elements()).toEqual([])
  await seen(list.getByText('House', { exact: true }))
  answer()
  await says('Connected', list)
})

test('support has no page of brokers', async () => {
  await renderPage('/setting?tab=brokers', { seed: (mock) => makePerson(mock, { class: 'support' }) })
  await seen(page.getByRole('heading', { name: 'Tracker classes' }))
  expect(page.getByText('Brokers').elements()).toHaveLength(0)
})
