import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The floor of an upload: the bytes are written to a file unchanged, with no checks. Like the service it answers when
 * the bytes are on the disk; at `/unsynced` it answers immediately and leaves that to the system.
 */
const folder = process.argv[2] ?? '.'
let nth = 0
const server = createServer(async (request, response) => {
  nth += 1
  const path = join(folder, `floor-${nth}`)
  await pipeline(request, createWriteStream(path))
  if (request.url !== '/unsynced') {
    await using file = await open(path, 'r+')
    await file.sync()
  }
  response.end()
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  console.log('ready')
})
process.on('SIGTERM', () => process.exit(0))
