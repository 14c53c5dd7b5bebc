import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The floor of an upload: what arrives goes to a file as it is, and nothing is asked, counted or kept. */
const folder = process.argv[2] ?? '.'
let nth = 0
const server = createServer(async (request, response) => {
  nth += 1
  const path = join(folder, `floor-${nth}`)
  await pipeline(request, createWriteStream(path))
  response.end()
  await rm(path)
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  console.log('ready')
})
process.on('SIGTERM', () => process.exit(0))
