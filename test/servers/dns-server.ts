import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

/** The records of one name. A name that is not in the table does not exist. */
export interface Records {
  readonly a?: readonly string[]
  readonly ttl?: number
  /** If true, the server never responds. */
  readonly isSilent?: boolean
}

/** Opens a DNS server on loopback that serves IPv4 addresses, counts queries and can stay silent. */
export async function openDnsServer(t: TestContext, records: Record<string, Records>) {
  const requests: string[] = []
  const socket = createSocket('udp4', (question, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(question)
    const found = records[name]
    if (type === typeA) requests.push(name)
    if (found?.isSilent) return
    socket.send(answerTo(question.subarray(0, end), found, type === typeA), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { queries: requests, records, servers: [`127.0.0.1:${socket.address().port}`] }
}

const typeA = 1
const noSuchName = 3

function readQuestion(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, found: Records | undefined, isForA: boolean): Buffer {
  const addresses = isForA ? (found?.a ?? []) : []
  const head = Buffer.from(question)
  head.writeUInt16BE(found ? 0x8180 : 0x8180 | noSuchName, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const answers = addresses.map((address) => {
    const record = Buffer.alloc(16)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(typeA, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(found?.ttl ?? 60, 6)
    record.writeUInt16BE(4, 10)
    Buffer.from(address.split('.').map(Number)).copy(record, 12)
    return record
  })
  return Buffer.concat([head, ...answers])
}
