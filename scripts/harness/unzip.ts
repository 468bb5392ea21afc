/** The files of an archive by name, read by its directory. */
import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = Buffer.from([0x50, 0x4b, 0x05, 0x06])

export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(archive.lastIndexOf(DIRECTORY_END) + 16)
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const header = archive.readUInt32LE(at + 42)
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const content = archive.subarray(start, start + packed)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, method === 0 ? content : inflateRawSync(content))
    at += 46 + nameLength + extra + comment
  }
  return files
}
