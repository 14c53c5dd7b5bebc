import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { startApp } from '#test/harness/app.ts'
import { startTestServer } from '#test/run/postgres.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Runs the protocol's own conformance suite against /mcp. npm downloads the suite, which is not a dependency, because it has a hundred packages. Its other scenarios need tools that only a server made for the suite has.
 *
 *     node bench/agents/mcp-conformance.ts
 */
const suite = '@modelcontextprotocol/conformance@0.1.16'
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

readOptions({})
await using folder = await openFolder('posthorn agents ')
const server = await startTestServer({ url: null, folder: folder.path, say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
try {
  await using t = await startApp({ sandbox: true })
  const { key } = await connectBoth(t)
  const front = await passOn(t.url, key)
  let passed = 0
  for (const scenario of scenarios) {
    const { isGreen, text } = await runScenario(front.url, scenario)
    if (isGreen) passed += 1
    else console.log(`${scenario}:\n${text}`)
  }
  front.close()
  console.log(`${passed} of ${scenarios.length} scenarios passed (wanted: all)`)
  if (passed < scenarios.length) process.exitCode = 1
} finally {
  await server.stop()
}

/** Adds the credential to requests, since the suite sends none. */
async function passOn(target: string, key: string): Promise<{ readonly url: string; close(): void }> {
  const front = createServer((requested, answer) => {
    const headers = { ...requested.headers, authorization: `Bearer ${key}` }
    const onward = request(target + requested.url, { method: requested.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    requested.pipe(onward)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`, close: () => front.close() }
}

async function runScenario(
  url: string,
  scenario: string,
): Promise<{ readonly isGreen: boolean; readonly text: string }> {
  const args = [
    'exec',
    '--yes',
    `--package=${suite}`,
    '--',
    'conformance',
    'server',
    '--url',
    url,
    '--scenario',
    scenario,
  ]
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH: path } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
  const [status] = (await once(child, 'close')) as [number | null]
  return { isGreen: status === 0, text }
}
