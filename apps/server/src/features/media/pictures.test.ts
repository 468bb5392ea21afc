import { ABOUT_IMAGE_LIMITS, LOGO_LIMITS, PHOTO_LIMITS } from '@whereabouts/domain/picture-limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { bomb, chunk, dataUrl, jpeg, padded, photoWithPlace, png, withChunk } from './test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, origin } = app
const owner = await given.person()

type Field = 'custom_logo' | 'image' | 'headshot'

const upload = (field: Field, file: Buffer | string, { token }: Person = owner) => {
  const value = typeof file === 'string' ? file : dataUrl(file)
  if (field === 'custom_logo') return call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: value } })
  if (field === 'image') return call('PUT', '/v3/app/users/about/image', { token, body: { image: value } })
  return call('PUT', '/v3/app/users/profile', { token, body: { user: { headshot: value } } })
}

const expectRefused = async (field: Field, reason: string, file: Buffer | string) => {
  const { status, body } = await upload(field, file)
  expect({ status, code: body.code, info: body.info }).toEqual({
    status: 400,
    code: 400001,
    info: `${field}.${reason}`,
  })
}

/** What is stored, as its account's session is given it. */
async function stored(address: string): Promise<Buffer> {
  const response = await fetch(origin + address, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('a logo is a PNG: a JPEG is refused, also one that says it is a PNG [VALID-20]', async () => {
  expect((await upload('custom_logo', await png(120, 24))).status).toBe(200)
  await expectRefused('custom_logo', 'type', await jpeg(120, 24))
  await expectRefused('custom_logo', 'type', dataUrl(await jpeg(120, 24), 'image/jpeg'))
})

test('a logo is at most 24 px high [VALID-21, CONST-28]', async () => {
  expect(LOGO_LIMITS).toEqual({ bytes: 102_400, height: 24 })
  expect((await upload('custom_logo', await png(400, LOGO_LIMITS.height))).status).toBe(200)
  await expectRefused('custom_logo', 'height', await png(400, LOGO_LIMITS.height + 1))
})

test('a logo has at most 100 KB, those of 1024 bytes [VALID-22]', async () => {
  const logo = await png(100, 20)
  expect((await upload('custom_logo', padded(logo, 102_400))).status).toBe(200)
  await expectRefused('custom_logo', 'size', padded(logo, 102_401))
})

test('the picture of the about page is a PNG or a JPEG, whatever it is called [VALID-23]', async () => {
  expect((await upload('image', await png(150, 300))).body.image_url).toMatch(/\.png$/)
  expect((await upload('image', dataUrl(await jpeg(150, 300), 'image/jpeg'))).body.image_url).toMatch(/\.jpg$/)
  expect((await upload('image', await jpeg(150, 300))).body.image_url).toMatch(/\.jpg$/)
  const gif = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  await expectRefused('image', 'type', gif)
  expect((await upload('image', dataUrl(gif, 'image/gif'))).body.code).toBe(400001)
})

test('the picture of the about page is less than 200 px wide and 800 px high [VALID-24, VALID-25, CONST-29]', async () => {
  expect(ABOUT_IMAGE_LIMITS).toEqual({ bytes: 1_048_576, width: 200, height: 800 })
  expect((await upload('image', await png(199, 799))).status).toBe(200)
  await expectRefused('image', 'width', await png(200, 799))
  await expectRefused('image', 'height', await png(199, 800))
})

test('the picture of the about page has less than 1 MB [VALID-26]', async () => {
  const picture = await jpeg(150, 300)
  expect((await upload('image', padded(await png(150, 300), 1_048_575))).status).toBe(200)
  await expectRefused('image', 'size', padded(await png(150, 300), 1_048_576))
  // The limit is for the uploaded file, also where it would be small once encoded again.
  await expectRefused('image', 'size', Buffer.concat([picture, Buffer.alloc(1_048_576)]))
})

test('a headshot has at most 2 MB and 25 million pixels, and is kept as large as a cropper makes it', async () => {
  const face = await png(700, 1400)
  const { body } = await upload('headshot', padded(face, PHOTO_LIMITS.bytes))
  expect(await sharp(await stored(body.headshot)).metadata()).toMatchObject({ format: 'png', width: 256, height: 512 })
  await expectRefused('headshot', 'size', padded(face, PHOTO_LIMITS.bytes + 1))
  const small = await upload('headshot', await jpeg(5000, 5000))
  expect(await sharp(await stored(small.body.headshot)).metadata()).toMatchObject({ width: 512, height: 512 })
  await expectRefused('headshot', 'pixels', await jpeg(5001, 5000))
})

test('a stored picture stands upright and has no metadata of place and author', async () => {
  const photo = await photoWithPlace()
  const before = await sharp(photo).metadata()
  expect(before).toMatchObject({ width: 40, height: 20, orientation: 6 })
  expect(before.exif?.toString('latin1')).toContain('Mori Yuki')
  const { body } = await upload('image', photo)
  const kept = await stored(body.image_url)
  const after = await sharp(kept).metadata()
  expect(after).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
  expect([after.orientation, after.exif, after.icc, after.xmp, after.iptc]).toEqual(Array(5).fill(undefined))
  expect(kept.toString('latin1')).not.toMatch(/Exif|GPS|Mori Yuki/)
})

test('text hidden in a PNG is gone, and its limits are those of the turned picture', async () => {
  const { body } = await upload('image', withChunk(await png(50, 50), 'tEXt', Buffer.from('Comment\0planted words')))
  expect((await stored(body.image_url)).toString('latin1')).not.toContain('planted')
  const lying = await sharp({ create: { width: 300, height: 150, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await upload('image', lying)).status).toBe(200)
})

const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))
const animated = (file: Buffer) => {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const header = file.subarray(0, 8 + 25)
  return Buffer.concat([header, chunk('acTL', control), file.subarray(header.length)])
}
const wrongCrc = (file: Buffer) => {
  const copy = Buffer.from(file)
  copy[file.length - 14]! ^= 0xff
  return copy
}
const wrongData = (file: Buffer) => {
  // Its checksum is right, what is packed in it is not.
  const header = file.subarray(0, 8 + 25)
  return Buffer.concat([header, chunk('IDAT', Buffer.from('no zlib stream')), chunk('IEND', Buffer.alloc(0))])
}

test.each([
  ['a PNG cut in half', 'broken', async () => half(await png(100, 20))],
  ['a JPEG cut in half', 'broken', async () => half(await jpeg(100, 20))],
  ['a PNG without its end', 'broken', async () => (await png(100, 20)).subarray(0, -12)],
  ['a JPEG without its end', 'broken', async () => (await jpeg(100, 20)).subarray(0, -2)],
  ['a PNG with a wrong checksum', 'broken', async () => wrongCrc(await png(100, 20))],
  ['a PNG whose data cannot be unpacked', 'broken', async () => wrongData(await png(100, 20))],
  [
    'a JPEG cut off before a second picture',
    'broken',
    async () => Buffer.concat([half(await jpeg(9, 9)), await jpeg(9, 9)]),
  ],
  ['a PNG that moves', 'type', async () => animated(await png(100, 20))],
  ['the signature of a PNG alone', 'broken', async () => (await png(9, 9)).subarray(0, 8)],
  ['the first bytes of a JPEG alone', 'broken', async () => (await jpeg(9, 9)).subarray(0, 3)],
  ['400 million pixels in 50 KB', 'width', async () => bomb(20_000, 20_000)],
  ['a drawing in SVG', 'type', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF', 'type', async () => Buffer.from('%PDF-1.7\n%%EOF')],
  [
    'a WebP',
    'type',
    async () =>
      sharp(await png(9, 9))
        .webp()
        .toBuffer(),
  ],
  ['random bytes', 'type', async () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) & 0xff))],
  ['no base64', 'broken', async () => 'data:image/png;base64,iVBORw0KGgo*'],
  ['an empty file', 'broken', async () => 'data:image/png;base64,'],
])('%s is refused as %s and nothing is kept of it', async (_what, reason, make) => {
  const before = await call('GET', '/v3/app/users/profile', { token: owner.token })
  await expectRefused('image', reason, await make())
  expect((await call('GET', '/v3/app/users/profile', { token: owner.token })).body).toEqual(before.body)
})

/** What cameras, programs and people leave behind the end of a picture. */
const behind = async (): Promise<readonly (readonly [what: string, bytes: Buffer])[]> => [
  ['a second picture', await jpeg(30, 20)],
  ['a picture of the other type', await png(30, 20)],
  ['a video', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(50_000, 0xd9ff)])],
  ['a line end', Buffer.from('\r\n')],
  ['zeros', Buffer.alloc(4096)],
  ['a block of the maker of a phone', Buffer.from('SEFHk\0\0\0\x01\0\0\0SEFT', 'latin1')],
  ['an archive', Buffer.from('504b0304140000000000', 'hex')],
  ['a page', Buffer.from('<html><script>planted()</script>')],
  ['half an end', Buffer.from([0xff])],
]

test('a picture is read up to its end, whatever stands behind it, in every place for pictures', async () => {
  const mapId = await given.indoorMap(owner.accountId, '2F')
  const deviceId = await given.tracker(owner.accountId)
  const { t4Id } = await given.station(owner.accountId)
  const { token } = owner
  const { logger_id: loggerId } = (
    await call('POST', '/v3/app/loggers', {
      token,
      body: { logger_name: 'Cold room', image: dataUrl(await png(9, 9)) },
    })
  ).body.logger
  for (const [type, picture] of [
    ['jpeg', await jpeg(100, 20)],
    ['png', await png(100, 20)],
  ] as const) {
    for (const [what, bytes] of await behind()) {
      const { status, body } = await upload('image', Buffer.concat([picture, bytes]))
      expect(status, `${type}, then ${what}`).toBe(200)
      const kept = await stored(body.image_url)
      expect(await sharp(kept).metadata(), what).toMatchObject({ format: type, width: 100, height: 20 })
      expect(kept.toString('latin1')).not.toContain('planted')
    }
    const value = dataUrl(Buffer.concat([picture, await jpeg(30, 20)]))
    const places = [
      ['PUT', '/v3/app/users/profile', { user: { headshot: value } }],
      ['PUT', `/v3/app/trackers/${deviceId}`, { photo: value }],
      ['PUT', `/v3/app/stations/${t4Id}/photos`, { photos: [value] }],
      ['PUT', `/v3/app/indoormaps/${mapId}`, { map_image: value }],
      ['PUT', `/v3/app/loggers/${loggerId}`, { image: value }],
      ...(type === 'png' ? [['POST', '/v3/app/users/customlogo', { custom_logo: value }] as const] : []),
    ] as const
    for (const [method, path, body] of places)
      expect([path, (await call(method, path, { token, body })).body.code]).toEqual([path, 200])
  }
})

test('a picture is measured by its pixels where it has no other bounds', async () => {
  await expectRefused('headshot', 'pixels', bomb(20_000, 20_000))
  await expectRefused('custom_logo', 'pixels', bomb(2_000_000, 24))
})

test('an address, a file name or another type is no picture', async () => {
  for (const value of ['https://example.com/logo.png', 'logo.png', 'data:text/html;base64,PGI+', '', 7, null]) {
    const { token } = owner
    const answer = await call('POST', '/v3/app/users/customlogo', { token, body: { custom_logo: value } })
    expect(answer.body).toMatchObject({ code: 400001, info: 'body.custom_logo' })
  }
})

test('a body may have 16 MB where pictures are taken and 1 MB elsewhere', async () => {
  const { token } = owner
  const large = `data:image/png;base64,${'A'.repeat(4_000_000)}`
  expect((await upload('custom_logo', large)).body.info).toBe('custom_logo.type')
  const huge = await upload('custom_logo', `data:image/png;base64,${'A'.repeat(16 * 1024 * 1024)}`)
  expect(huge.body).toMatchObject({ code: 400001, info: 'body too large' })
  const content = await call('PUT', '/v3/app/users/about/content', { token, body: { content: large } })
  expect(content.body).toMatchObject({ code: 400001, info: 'body too large' })
})
