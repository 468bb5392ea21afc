/** Stations updated from a CSV file, and settings given to several devices. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, expectReach, field, press, says, seen } from '../../../mock/acts.ts'
import { chooseFile } from '../../../mock/made-files.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const csv = (text: BlobPart) => new File([text], 'stations.csv', { type: 'text/csv' })

test('stations are updated from a CSV file: looked over first, then written one by one, and what failed is listed by serial number [STN-02, VALID-27, VALID-28, VALID-29, VALID-39]', async () => {
  const screen = await renderScreen('/configuration?tab=update-configs')
  const { stations } = screen.person!.account
  const serials = stations.slice(0, 6).map(({ t4_id }) => t4_id.slice(3))
  const sent = () =>
    screen.sent.filter(({ method, path }) => method === 'PUT' && path.includes('/stations/')).map(({ body }) => body)

  const files: Blob[] = []
  const { createObjectURL } = URL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return createObjectURL.call(URL, file)
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const faults = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await press('Current stations as CSV')
  await eventually(() => clicked.mock.calls.length).toBe(1)
  const template = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.at(-1)?.arrayBuffer())
  expect(template.split('\r\n')[0]).toBe('\uFEFFSERIAL NUMBER,NAME,LATITUDE,LONGITUDE,MAP NAME,INDOOR X,INDOOR Y')
  expect(template.trimEnd().split('\r\n')).toHaveLength(stations.length + 1)

  chooseFile(csv(`SERIAL,NAME\n${serials[0]},x`))
  await says('stations.csv has no SERIAL NUMBER column in its first line. Add it and choose the file again.')
  chooseFile(csv(Uint8Array.of(0x97, 0xe9, 0x96, 0xd8)))
  await says('stations.csv is not in UTF-8. Save it as “CSV UTF-8” and choose it again.')
  const mapName = stations.find(({ map_name }) => map_name !== '')?.map_name
  const lines = [
    'SERIAL NUMBER,NAME,LATITUDE,LONGITUDE,MAP NAME',
    `${serials[0]},Gate,,,`,
    `T4-${serials[1]},"Lobby, ""A""",90,-180,`,
    `${serials[2]},,,,${mapName}`,
    `${serials[3]},,90.1,0,`,
    `${serials[4]},,,,Nowhere`,
    `${serials[5]},Chapel,,,`,
  ]
  chooseFile(csv(lines.join('\n')))
  await says('Unknown map name')
  await says('Latitude is not from −90 to 90')
  expect(faults.mock.calls).toEqual([['Can not find correct map name']])
  faults.mockReset()
  expect(page.getByText('Ready', { exact: true }).elements().length).toBeGreaterThanOrEqual(3)
  expect(sent()).toEqual([])
  // One of them is gone by the time it is written.
  screen.answer(new RegExp(`/stations/T4-${serials[5]}$`), () =>
    Response.json({ result: false, code: 404_103 }, { status: 404 }),
  )
  await press(/^Update \d stations$/)
  await says('1 station could not be updated')
  await seen(page.getByText(`${serials[5]}: This device was not found.`))
  expect(sent()).toContainEqual({ t4_name: 'Gate' })
  expect(sent()).toContainEqual({ t4_name: 'Lobby, "A"', gps_latitude: 90, gps_longitude: -180 })
  expect(JSON.stringify(sent())).not.toMatch(/Nowhere|90\.1/)
  expect(screen.person!.account.stations.find(({ t4_id }) => t4_id === `T4-${serials[0]}`)?.t4_name).toBe('Gate')
})

test('settings are given to one device or several, and wait until the devices take them over [SETT-08]', async () => {
  await renderScreen('/configuration?tab=configurations')
  const grid = page.getByRole('grid', { name: 'Settings of devices' })
  await page.getByRole('searchbox').fill('wheelchair')
  const names = () => [...grid.element().querySelectorAll('strong')].map(({ textContent }) => textContent)
  await eventually(() => names().length > 2 && names().every((name) => /wheelchair/i.test(name))).toBe(true)
  const pending = () => grid.getByText(/Pending/).elements().length
  expect(pending()).toBe(0)
  const boxes = grid.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await press('Change settings')
  const form = page.getByRole('dialog')
  await field('Report every (s)', form).fill('9')
  await press('Save', form)
  await seen(form.getByText('A whole number from 10 to 3600.'))
  await field('Report every (s)', form).fill('120')
  await press('Save', form)
  await eventually(pending).toBe(2)
  await field('Only pending').click()
  await eventually(() => grid.getByRole('row').elements().length).toBe(3)
  expect(grid.getByText('120', { exact: true }).elements()).toHaveLength(2)
  await expectReach()
})
