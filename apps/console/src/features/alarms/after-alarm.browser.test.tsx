import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { endCause } from '@whereabouts/mock-api/words/alarms'
import { raise } from '@whereabouts/mock-api/words/notifications'
import { newTracker } from '@whereabouts/mock-api/words/trackers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, gone, keys, link, question, says, seen, texts } from '../../../mock/acts.ts'
import { renderScreen, type ScreenSettings, type Told } from '../../../mock/render-screen.tsx'
import { setLocale } from '../../lib/i18n.ts'

const card = () => page.getByRole('region', { name: 'Not over yet' })

/** A key that was on its way as the alert appeared is not meant for it: it is pressed until the alert is gone. */
const answersBy = (key: string) =>
  eventually(async () => {
    if (question().elements().length > 0) await keys(key)
    return question().elements().length
  }).toBe(0)

/** Ito Haru has entered the stairwell while somebody is at this page. */
async function rings(path: string, settings: ScreenSettings = {}) {
  const screen = await renderScreen(path, settings)
  const { account } = personOf(screen.mock, 'owner')
  const person = account.trackers.find(({ name }) => name === 'Ito Haru')!
  const zone = account.zones.find(({ zone_type }) => zone_type === 'danger')!
  const { id } = raise(screen.mock.world, account, {
    ...{ type: 'enter_danger_zone', subject: 'Danger zone entered', message: 'Ito Haru entered Stairs B.' },
    device_id: person.device_id,
    metadata: { repeat: true, zone_id: zone.id, zone_name: 'Stairs B', device_name: person.name },
  })
  await seen(question())
  const answers = (what: string) => screen.bodies('POST', `/v3/app/alarms/${what}`)
  return { screen, account, person, id, answers, end: () => endCause(screen.mock.world, account, id) }
}

test('the alert says where the person is now, with the plan around, and who on duty is nearest [ENT-tracker.reason_data.indoor_map_url]', async () => {
  const { screen, person } = await rings('/account')
  const alert = question()
  await seen(alert.getByText('Nearest on duty'))
  expect(texts(alert.getByRole('listitem')).length).toBe(2)
  await says(/^At 2F East .* · Hinoki Garden/, alert.getByRole('definition'))
  await eventually(() => alert.element().querySelectorAll('img').length).toBe(1)
  expect(screen.sent.map(({ path }) => path)).toContain(person.qualified_location_info?.reason_data.indoor_map_url)
  await expectReach('dialog')
})

test('the alert of a phone without a location shows no age of its place and nobody near it', async () => {
  const screen = await renderScreen('/account', {
    seed(mock) {
      seedDemo(mock)
      const phone = newTracker({ device_id: 'walker', name: 'Walker', device_model: 'mobile', add_date: 1 })
      const owner = personOf(mock, 'owner')
      owner.account.trackers.push({ ...phone, connected: true, last_seen: Math.floor(Date.now() / 1000) - 40 })
      return owner
    },
  })
  const { account } = personOf(screen.mock, 'owner')
  raise(screen.mock.world, account, {
    ...{ type: 'help', subject: 'Help requested', message: 'Walker asks for help.', device_id: 'walker' },
    metadata: { repeat: true, device_name: 'Walker' },
  })
  await seen(question().getByText('Walker asks for help.'))
  await says(/^No location yet\s*$/, question().getByRole('definition'))
  expect(texts(question().getByText('Nearest on duty'))).toEqual([])
})

test('after the ring a card stays until she has left, and that is told', async () => {
  const { end } = await rings('/account')
  await answersBy('Space')
  await seen(card().getByText(/Still in Stairs B/))
  await says(/Mori Yuki stopped the ring at \d\d:\d\d/, card())
  await expectReach()
  end()
  await gone(card())
  await says('Ito Haru has left Stairs B')
})

test(`one key says "I'm going": the ring stops, the name is shown, and Seen removes the card`, async () => {
  const { id, answers } = await rings('/account')
  await answersBy('g')
  expect(answers('going')).toEqual([{ alarm_ids: [id] }])
  await says(/Mori Yuki set off at \d\d:\d\d/, card())
  expect(button(/I'm going/, card()).elements()).toEqual([])
  await button('Seen', card()).click()
  await gone(card())
  expect(answers('seen')).toEqual([{ alarm_ids: [id] }])
})

test('an answer that finds no way is told beside its button, in the dialog and on the card, until it is sent', async () => {
  const away = { going: true, seen: true }
  const cut = (step: keyof typeof away): Told => [
    `/v3/app/alarms/${step}`,
    (_call, usual) => (away[step] ? Promise.reject(new TypeError('Failed to fetch')) : usual()),
  ]
  await rings('/account', { answers: [cut('going'), cut('seen')] })
  const told = question().getByText('The acknowledgement was not sent')
  await eventually(async () => {
    await keys('g')
    return told.elements().length
  }).toBe(1)
  await says(/^The acknowledgement was not sent The alert is still unanswered\./, question())
  away.going = false
  await answersBy('g')
  await button('Seen', card()).click()
  await says(/^The acknowledgement was not sent/, card())
  away.seen = false
  await button('Seen', card()).click()
  await gone(card())
  await gone(page.getByText('The acknowledgement was not sent'))
})

test('the dialog names the colleague who goes, and a second person can say so with the same key', async () => {
  const { screen, id, answers } = await rings('/account')
  await screen.callsOf('deputy').alarms.going({ body: { alarm_ids: [id] } })
  await gone(question())
  await says(/Abe Naoko set off at \d\d:\d\d/, card())
  await keys('g')
  await eventually(() => answers('going').length).toBe(1)
  await says(/Mori Yuki set off at \d\d:\d\d/, card())
})

test('read-only people see the card with the link to the map and no other button', async () => {
  const { screen, id } = await rings('/account', { person: 'readonly' })
  await screen.callsOf('owner').alarms.acknowledge({ body: { alarm_ids: [id] } })
  await seen(card().getByText(/Still in Stairs B/))
  expect(card().getByRole('button').elements()).toEqual([])
  await seen(link('Show on map', card()))
})

test.each([1440, 390])(
  'on the way to the map the alert makes way and covers nothing of the page, at %i px',
  async (width) => {
    await rings('/map', { width, height: 844 })
    await link('Show on map', question()).click()
    await eventually(() => document.querySelector('dialog[data-docked]') !== null).toBe(true)
    await eventually(() => {
      const content = document.querySelector('#content')!.getBoundingClientRect()
      const alert = question().element().getBoundingClientRect()
      return Math.round(content.bottom) <= Math.round(alert.top)
    }).toBe(true)
    expect(document.activeElement?.textContent).toBe('Stop ring')
    await expectReach('dialog')
  },
)

test('on a phone the card stands at the foot, and the page ends above it until the card is answered', async () => {
  await rings('/account', { width: 390, height: 844 })
  await answersBy('Space')
  await seen(card().getByText(/Still in Stairs B/))
  const content = () => Math.round(document.querySelector('#content')!.getBoundingClientRect().bottom)
  await eventually(content).toBe(Math.round(card().element().getBoundingClientRect().top))
  expect(content()).toBeLessThan(844)
  await card().getByRole('button', { name: 'Seen' }).click()
  await eventually(content).toBe(844)
})

test.each([
  ['zh-tw', '尚未解除', '仍在「Stairs B」'],
  ['ja-jp', '継続中のアラート', 'まだ「Stairs B」にいます'],
] as const)('in %s the card tells the same', async (locale, name, words) => {
  await rings('/account')
  setLocale(locale)
  await answersBy('Space')
  await seen(page.getByRole('region', { name }).getByText(new RegExp(words)))
})
