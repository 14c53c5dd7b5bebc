import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPrivateAddress, isPublicAddress } from './address.ts'
import { AddressNotAllowed, OutboundFailure } from './failure.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

/** A server that responds with 200 and counts connections. Every forbidden call below targets its port. */
let port = 0
let visits = 0
const sentinel = createServer((socket) => {
  visits++
  socket.on('error', () => {})
  socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
})

/** Every address that this process has tried to connect to. */
let attempts: string[] = []
const watch = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address) => attempts.push(address))
}

before(async () => {
  subscribe('net.client.socket', watch)
  // Listens on IPv4 and IPv6 where the machine has both.
  sentinel.listen(0)
  await once(sentinel, 'listening')
  port = (sentinel.address() as AddressInfo).port
})
after(() => {
  unsubscribe('net.client.socket', watch)
  sentinel.close()
})

const limits = { timeoutMs: 5_000, maxBytes: 1_000 }

async function withOutbound(
  options: Partial<OutboundOptions>,
  work: (out: ReturnType<typeof createOutbound>) => Promise<void>,
) {
  const out = createOutbound({ operatorOrigins: [], userAgent: 'Posthorn/test', ...options })
  visits = 0
  attempts = []
  try {
    await work(out)
  } finally {
    await out.close()
  }
}

/** Checks that a URL is refused by every method, and that no connection is attempted. */
async function isNeverCalled(url: string, options: Partial<OutboundOptions> = {}, message?: RegExp) {
  await withOutbound(options, async (out) => {
    const isRefusal = (error: unknown) => {
      assert.ok(error instanceof AddressNotAllowed, String(error))
      assert.equal(error.code, 'address_not_allowed')
      assert.equal(error.sent, 'no')
      if (message) assert.match(error.message, message)
      return true
    }
    await assert.rejects(out.request({ url, ...limits }), isRefusal)
    await assert.rejects(out.request({ url, ...limits, fresh: true, method: 'POST', body: 'x' }), isRefusal)
    await assert.rejects(out.stream({ url, ...limits }), isRefusal)
    await assert.rejects(out.requireAllowed(url), isRefusal)
  })
  assert.deepEqual(attempts, [])
  assert.equal(visits, 0)
}

test('an allowed call reaches the sentinel server and is counted', async () => {
  for (const url of [`http://127.0.0.1:${port}`, `http://guarded.example:${port}`]) {
    const operatorOrigins = [url]
    await withOutbound({ operatorOrigins, resolve: async () => ['127.0.0.1'] }, async (out) => {
      const answer = await out.request({ url, ...limits })
      assert.equal(answer.body.toString(), 'ok')
    })
    assert.deepEqual(attempts, ['127.0.0.1'])
    assert.equal(visits, 1)
  }
})

const forbiddenHosts = [
  // The loopback address in all its notations.
  ...['127.0.0.1', '127.0.0.2', '127.255.255.255', '127.1', '127.0.1', '127.0.0.1.', '2130706433', '017700000001'],
  ...['0177.0.0.1', '0177.0.0.01', '00000177.0.0.1', '0x7f000001', '0x7f.0x0.0x0.0x1', '0x7f.1', '0X7F.0.0.1'],
  ...['%31%32%37.0.0.1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127.0.0.1%2e'],
  ...['0.0.0.0', '0', '0x0', '0.1.2.3', '0.255.255.255'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::127.0.0.1]', '[::7f00:1]'],
  // IPv4 inside IPv6.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:FFFF:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::808:808]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2002:a9fe:a9fe::1]', '[2001::1]', '[2001:0:7f00:1::]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'],
  // Private networks, and the metadata addresses of clouds.
  ...['10.0.0.1', '10.255.255.255', '0xa.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ...['169.254.169.254', '169.254.0.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518'],
  ...[
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
  ],
  ...['[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]'],
  // Reserved, documentation, benchmark and multicast addresses.
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ...['[ff02::1]', '[ff0e::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]', '[2001:2::1]', '[2001:10::1]'],
  ...['[2001:20::1]', '[2001:1::1]', '[4000::1]', '[1000::1]', '[8000::1]', '[e000::1]'],
]
for (const host of forbiddenHosts) {
  test(`refused without a connection: ${host}`, async () => {
    await isNeverCalled(`http://${host}:${port}/latest/meta-data`)
    await isNeverCalled(`https://${host}:${port}/`)
  })
}

const forbiddenAnswers = [
  ...[
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
  ],
  ...['224.0.0.1', '255.255.255.255', '::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
  ...['2002:7f00:1::', '2001::1', 'fe80::1', 'fe80::1%lo', 'fd00::1', 'fd00:ec2::254', '::ffff:a9fe:a9fe'],
]
for (const address of forbiddenAnswers) {
  test(`refused without a connection: a name that resolves to ${address}`, async () => {
    await isNeverCalled(`http://innocent.example:${port}/`, { resolve: async () => [address] })
  })
}

for (const host of ['localhost', 'LOCALHOST']) {
  test(`refused without a connection: ${host}, which the hosts file names`, async () => {
    await isNeverCalled(`http://${host}:${port}/`)
  })
}

test('a name with several addresses, all forbidden, is refused', async () => {
  await isNeverCalled(`http://innocent.example:${port}/`, { resolve: async () => ['10.0.0.1', '::1', '127.0.0.1'] })
})

test('only the allowed addresses of a name are called', async () => {
  const resolve = async () => ['169.254.169.254', '::ffff:127.0.0.1', '127.0.0.1']
  await withOutbound({ resolve, allowPrivate: true }, async (out) => {
    assert.equal((await out.request({ url: `http://two.example:${port}/`, ...limits })).status, 200)
  })
  assert.deepEqual(attempts, ['127.0.0.1'])
})

test('a name that is public when checked and private when called is refused at the time of the call', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14'], ['127.0.0.1']]
  let requestCount = 0
  const resolve = async () => answers[requestCount++] ?? []
  await withOutbound({ resolve }, async (out) => {
    const url = `http://rebind.example:${port}/`
    for (const fresh of [false, true]) {
      await out.requireAllowed(url)
      await assert.rejects(out.request({ url, ...limits, fresh }), AddressNotAllowed)
    }
  })
  assert.equal(requestCount, 4)
  assert.deepEqual(attempts, [])
  assert.equal(visits, 0)
})

test('a connection uses the checked address: the name is resolved once per connection', async () => {
  let requestCount = 0
  const resolve = async () => (requestCount++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
  await withOutbound({ resolve, allowPrivate: true }, async (out) => {
    await out.request({ url: `http://once.example:${port}/`, ...limits, fresh: true })
  })
  assert.equal(requestCount, 1)
  assert.deepEqual(attempts, ['127.0.0.1'])
})

test('a resolver result that is not an IP address has no effect', async () => {
  for (const answer of [['127.1'], ['2130706433'], ['localhost'], [''], []]) {
    await withOutbound({ resolve: async () => answer, allowPrivate: true }, async (out) => {
      await assert.rejects(
        out.request({ url: `http://odd.example:${port}/`, ...limits }),
        (error) => error instanceof OutboundFailure && error.code === 'dns' && error.sent === 'no',
      )
    })
    assert.deepEqual(attempts, [])
  }
})

const badUrls: [url: string, says: RegExp][] = [
  ...[
    '',
    ' ',
    'example.com',
    '//127.0.0.1/',
    '/path',
    'http://',
    'http:///',
    'https://[::1',
    'http://a b/',
    'http://x:99999/',
  ].map((url): [string, RegExp] => [url, /must be an absolute URL/]),
  ...[
    'http://127.0.0.1\t/',
    'http://exam\nple.com/',
    ' http://example.com',
    'http://example.com\\@127.0.0.1/',
    'http:\\\\127.0.0.1',
  ].map((url): [string, RegExp] => [url, /must be an absolute URL/]),
  ...[
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'javascript:1',
    'ws://example.com',
  ].map((url): [string, RegExp] => [url, /must begin with https/]),
  ...[
    'http://user@example.com/',
    'https://user:pass@example.com/',
    'https://:pass@example.com/',
    'http://example.com@127.0.0.1/',
  ].map((url): [string, RegExp] => [url, /must not hold a user name or password/]),
]
for (const [url, says] of badUrls) {
  test(`refused without a connection: ${JSON.stringify(url)}`, () => isNeverCalled(url, { allowPrivate: true }, says))
}

test('http: without slashes is parsed as the address that it names', () => isNeverCalled(`http:127.0.0.1:${port}`))

test('an exemption covers exactly one scheme, host and port, and never a URL from a user', async () => {
  const own = `http://127.0.0.1:${port}`
  const operatorOrigins = [`${own}/some/path?x=1`]
  await withOutbound({ operatorOrigins }, async (out) => {
    assert.equal((await out.request({ url: `${own}/other`, ...limits })).status, 200)
    await out.requireAllowed(`${own}/`)
  })
  for (const url of [`http://127.0.0.2:${port}/`, `http://localhost:${port}/`, `https://127.0.0.1:${port}/`]) {
    await isNeverCalled(url, { operatorOrigins })
  }
  await isNeverCalled('http://127.0.0.1:1/', { operatorOrigins })
  await isNeverCalled('http://127.0.0.1/', { operatorOrigins })
  await withOutbound({ operatorOrigins }, async (out) => {
    await out.request({ url: own, ...limits })
    assert.equal(visits, 1)
    await nextTurn()
    // Not even over the connection that the exempt call left open.
    await assert.rejects(out.request({ url: own, ...limits, userNamed: true }), AddressNotAllowed)
    await assert.rejects(out.requireAllowed(own, { userNamed: true }), AddressNotAllowed)
    assert.equal(visits, 1)
  })
})

test('an invalid operator origin prevents the start', () => {
  for (const bad of ['', '127.0.0.1', 'ftp://example.com']) {
    assert.throws(
      () => createOutbound({ operatorOrigins: [bad], userAgent: 'x' }),
      /must be a URL that begins with https/,
    )
  }
})

test('allowPrivate allows private addresses, but never metadata, link-local, multicast or reserved ones', async () => {
  await withOutbound({ allowPrivate: true }, async (out) => {
    assert.equal((await out.request({ url: `http://127.0.0.1:${port}/`, ...limits })).status, 200)
    for (const host of ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]', '[::1]']) {
      await out.requireAllowed(`http://${host}/`)
    }
  })
  for (const host of [
    ...[
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '0.0.0.0',
    ],
    ...['224.0.0.1', '255.255.255.255', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[::]', '[ff02::1]'],
  ]) {
    await isNeverCalled(`http://${host}:${port}/`, { allowPrivate: true })
  }
})

test('public addresses are allowed right up to the boundaries of other ranges', () => {
  const open = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255']
  open.push(
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
  )
  open.push(
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
  )
  for (const address of open) {
    assert.equal(isPublicAddress(address), true, address)
    assert.equal(isPrivateAddress(address), false, address)
  }
  for (const text of [
    '',
    'localhost',
    '1.1.1',
    '1.1.1.1.',
    '0x1.1.1.1',
    '01.1.1.1',
    '2606:4700::1%eth0',
    '[2606:4700::1]',
  ]) {
    assert.equal(isPublicAddress(text), false, text)
    assert.equal(isPrivateAddress(text), false, text)
  }
})
