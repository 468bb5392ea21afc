import { personOf } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, gone, keys, press, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const list = () => page.getByRole('listbox')
const wall = () => page.getByRole('region', { name: 'Wall mode' })

async function openFloor() {
  const screen = await renderScreen('/map')
  const map = personOf(screen.mock, 'owner').account.maps.find(({ map_name }) => map_name === 'Hinoki Garden 2F East')!
  screen.close()
  return { map, screen: await renderScreen(`/map?map=${map.id}`) }
}

test('a floor can be what this browser opens with, and the strip leads to the other floors of the building', async () => {
  const { screen } = await openFloor()
  await press('Open with this floor')
  await eventually(() => button('Open with this floor').element().getAttribute('aria-pressed')).toBe('true')
  const floors = page.getByRole('navigation', { name: 'Floors of Hinoki Garden' })
  expect(floors.getByRole('button', { name: /^Hinoki Garden/ }).elements().length).toBe(3)
  await floors.getByRole('button', { name: /^Hinoki Garden 1F/ }).click()
  await seen(page.getByText('Hinoki Garden 1F', { exact: true }))
  await screen.reload()
  expect(JSON.parse(localStorage.getItem('mapDisplay') ?? '{}').homeMapId).toBeTruthy()
})

test('wall mode leaves the plan, a clock and the time of the last word; any key ends it', async () => {
  await openFloor()
  await seen(list())
  await press('Wall mode')
  await seen(wall().getByText(/^\d\d:\d\d$/))
  await seen(wall().getByText(/^Last heard \d\d:\d\d:\d\d$|^Connecting/))
  await gone(list())
  await expectReach()
  // The press that began it is not to end it: it is pressed until it has ended.
  await eventually(async () => {
    if (wall().elements().length > 0) await keys('Escape')
    return wall().elements().length
  }).toBe(0)
  await seen(list())
})
