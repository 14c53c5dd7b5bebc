import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hours } from '#kernel/clock.ts'
import { exampleAt, exampleBody } from '#modules/event-stream/event-bodies.ts'
import { newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import { eventsPage } from '../../gen/events-page.ts'
import { startApp } from '../harness/app.ts'
import { startReceiver } from '../servers/receiver.ts'
import { createWebhook, createWebhookKey, sendTest } from '../world/webhooks.ts'

const docs = join(import.meta.dirname, '../../docs')
const folder = join(docs, 'samples', 'webhooks')

interface Case {
  readonly what: string
  readonly secret: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly atSeconds: number
  /** The expected results of the two signatures: Standard Webhooks, and over the body alone. */
  readonly right: readonly [standard: boolean, overBody: boolean]
}

interface Tried {
  readonly program: readonly string[]
  judge(cases: readonly Case[]): Promise<unknown>
}

/** Each sample with its test. Null for a sample that the page marks as untested. */
const samples: Readonly<Record<string, Tried | null>> = {
  'go.go': null,
  'node.mjs': {
    program: [process.execPath, join(folder, 'node.mjs')],
    judge(cases) {
      const judging = [
        "import { readFileSync } from 'node:fs'",
        'const { isSigned, isSignedOverBody } = await import(process.argv[1])',
        "const judged = JSON.parse(readFileSync(0, 'utf8')).map(({ secret, headers, bytes, atSeconds }) => {",
        "  const known = [secret, headers, Buffer.from(bytes, 'base64')]",
        '  return [isSigned(...known, atSeconds), isSignedOverBody(...known)]',
        '})',
        'console.log(JSON.stringify(judged))',
      ].join('\n')
      const url = pathToFileURL(join(folder, 'node.mjs')).href
      return judgedBy([process.execPath, '--input-type=module', '-e', judging, url], cases)
    },
  },
  'php.php': null,
  'python.py': {
    program: ['python3', '-I', '-B', join(folder, 'python.py')],
    judge(cases) {
      const judging = [
        'import base64, json, runpy, sys',
        'sample = runpy.run_path(sys.argv[1])',
        'def judged(one):',
        '    body = base64.b64decode(one["bytes"])',
        '    known = one["secret"], one["headers"], body',
        '    return [sample["is_signed"](*known, one["atSeconds"]), sample["is_signed_over_body"](*known)]',
        'print(json.dumps([judged(one) for one in json.load(sys.stdin)]))',
      ].join('\n')
      return judgedBy(['python3', '-I', '-B', '-c', judging, join(folder, 'python.py')], cases)
    },
  },
  'ruby.rb': null,
}

const known = new Map<string, Promise<boolean>>([[process.execPath, Promise.resolve(true)]])

function isHere(program: string): Promise<boolean> {
  const answer = known.get(program) ?? ran([program, '--version'], null).then(Boolean, () => false)
  known.set(program, answer)
  return answer
}

test('the samples accept deliveries from Posthorn, and reject changed, late or differently signed ones', async (test) => {
  const cases = await casesOf()
  assert.equal(cases.length, 18)
  const right = cases.map((one) => one.right)
  for (const [name, sample] of Object.entries(samples)) {
    if (!sample) continue
    if (!(await isHere(sample.program[0] ?? '')))
      test.diagnostic(`${name} was not run: ${sample.program[0]} is not installed`)
    else assert.deepEqual(named(cases, await sample.judge(cases)), named(cases, right), name)
  }
})

test('the samples respond with 204 and process an event once, and respond with 401 to unsigned requests', async () => {
  const secret = newSecret()
  const body = exampleBody('post.published')
  for (const [name, sample] of Object.entries(samples)) {
    if (!sample || !(await isHere(sample.program[0] ?? ''))) continue
    await using running = await begun(sample.program, secret)
    const send = async (bytes: string, by = secret) => {
      const { id, type } = JSON.parse(body)
      const headers = signedHeaders({ id, type, body, at: new Date(), secrets: { current: by, previous: [] } })
      return (await fetch(running.url, { method: 'POST', headers, body: bytes })).status
    }
    const statuses = [await send(body), await send(body), await send(`${body} `), await send(body, newSecret())]
    assert.deepEqual(statuses, [204, 204, 401, 401], name)
    assert.deepEqual(running.output(), [`post.published ${JSON.parse(body).id}`], name)
  }
  await assert.rejects(begun([process.execPath, join(folder, 'node.mjs')], ''), /ended/)
})

test('the webhooks page lists each sample and marks those that have not been run as untested', async () => {
  assert.deepEqual((await readdir(folder)).sort(), Object.keys(samples))
  const rows = [...(await page()).matchAll(/^\| \[([a-z.]+)\]\(samples\/webhooks\/\1\) \|.*\| (.+) \|$/gm)]
  const results = Object.fromEntries(rows.map(([, name, tried]) => [name, tried]))
  const must = Object.entries(samples).map(([name, sample]) => [
    name,
    sample ? 'run by the test suite' : '**untested**',
  ])
  assert.deepEqual(results, Object.fromEntries(must))
})

test('the delivery on the webhooks page matches a real one, and the events page is up to date', async () => {
  const text = await page()
  const [, secret = ''] = text.match(/`(whsec_[\w+/=]+)`/) ?? []
  const [, head = '', body = ''] = text.match(/^```http\nPOST [^\n]+\n([\s\S]+?)\n\n(.+)\n```$/m) ?? []
  const { id, type } = JSON.parse(body)
  assert.equal(body, exampleBody('account.connected'))
  const headers = signedHeaders({ id, type, body, at: exampleAt, secrets: { current: secret, previous: [] } })
  const shown = head.split('\n').map((line) => line.split(': ', 2))
  assert.deepEqual(Object.fromEntries(shown.map(([name = '', value]) => [name.toLowerCase(), value])), {
    ...headers,
    'user-agent': 'Posthorn-Webhooks',
  })
  assert.equal(await readFile(join(docs, 'events.md'), 'utf8'), eventsPage(), 'npm run gen updates it')
})

const page = (): Promise<string> => readFile(join(docs, 'webhooks.md'), 'utf8')

/** Builds cases: real deliveries as received, and forgeries of them. */
async function casesOf(): Promise<Case[]> {
  await using t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const ada = await createWebhookKey(t, await t.as('ada'))
  await using receiver = await startReceiver()
  const { id, secret } = await createWebhook(ada, `${receiver.url}/hook`)
  const delivered = async (): Promise<Pick<Case, 'headers' | 'bytes' | 'atSeconds'>> => {
    await sendTest(ada, id)
    await t.settle()
    const { headers, raw } = receiver.received.at(-1) ?? assert.fail('nothing came')
    return { headers, bytes: raw, atSeconds: t.now().getTime() / 1_000 }
  }
  const first = await delivered()
  const { secret: next } = (await ada.post(`/v1/webhooks/${id}/regenerate-secret`, { graceHours: 1 })).body
  const inGrace = await delivered()
  await t.advance(hours(1) + 1_000)
  const afterwards = await delivered()
  assert.equal(receiver.received.length, 3)

  const { bytes, atSeconds } = first
  const changed = Buffer.from(bytes.toString('utf8').replace('test event', 'rest event'))
  assert.notDeepEqual(changed, bytes)
  const writtenAnew = Buffer.from(JSON.stringify(JSON.parse(bytes.toString('utf8')), null, 1))
  const one = { ...first, secret }
  const withHeaders = (headers: IncomingHttpHeaders) => ({ ...one, headers: { ...one.headers, ...headers } })
  const signature = `${one.headers['webhook-signature']}`
  const { 'x-service-signature': _, 'webhook-signature': __, ...unsigned } = one.headers
  return [
    { what: 'as it came', ...one, right: [true, true] },
    { what: 'a body that was changed', ...one, bytes: changed, right: [false, false] },
    { what: 'JSON that was serialized again', ...one, bytes: writtenAnew, right: [false, false] },
    { what: 'another secret', ...one, secret: next, right: [false, false] },
    { what: 'no signature', ...one, headers: unsigned, right: [false, false] },
    { what: 'five minutes later', ...one, atSeconds: atSeconds + 300, right: [true, true] },
    { what: 'later than that', ...one, atSeconds: atSeconds + 301, right: [false, true] },
    { what: 'five minutes early', ...one, atSeconds: atSeconds - 300, right: [true, true] },
    { what: 'earlier than that', ...one, atSeconds: atSeconds - 301, right: [false, true] },
    { what: 'a time that was put forward', ...withHeaders(timeOf(atSeconds + 1)), right: [false, true] },
    { what: 'a time that is none', ...withHeaders({ 'webhook-timestamp': 'now' }), right: [false, true] },
    { what: 'the id of another', ...withHeaders({ 'webhook-id': 'evt_other' }), right: [false, true] },
    { what: 'among others', ...withHeaders({ 'webhook-signature': `v2,x ${signature}` }), right: [true, true] },
    { what: 'cut short', ...withHeaders({ 'webhook-signature': signature.slice(0, -1) }), right: [false, true] },
    { what: 'in grace, by the secret before', ...inGrace, secret, right: [true, true] },
    { what: 'in grace, by the new secret', ...inGrace, secret: next, right: [true, true] },
    { what: 'after the grace, by the secret before', ...afterwards, secret, right: [false, false] },
    { what: 'after the grace, by the new secret', ...afterwards, secret: next, right: [true, true] },
  ]
}

const timeOf = (seconds: number) => ({ 'webhook-timestamp': String(seconds) })

const named = (cases: readonly Case[], verdicts: unknown) =>
  Object.fromEntries(cases.map(({ what }, nth) => [what, (verdicts as readonly unknown[])[nth]]))

async function judgedBy(program: readonly string[], cases: readonly Case[]): Promise<unknown> {
  const given = cases.map((one) => ({ ...one, bytes: one.bytes.toString('base64') }))
  return JSON.parse(await ran(program, given))
}

/** Returns the output of a program that reads this input. */
function ran([program = '', ...args]: readonly string[], given: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, (error, out) => (error ? reject(error) : resolve(out)))
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(given))
  })
}

interface Running extends AsyncDisposable {
  readonly url: string
  output(): readonly string[]
}

async function begun([program = '', ...args]: readonly string[], secret: string): Promise<Running> {
  const env = { PATH: process.env.PATH, POSTHORN_WEBHOOK_SECRET: secret, PORT: '0' }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const lines: string[] = []
  const reading = createInterface({ input: child.stdout })
  reading.on('line', (line) => lines.push(line))
  const exited = once(child, 'exit')
  const first = await Promise.race([once(reading, 'line'), exited.then(() => ['ended'])])
  const [, url = ''] = /^listening on (http:\S+)$/.exec(first[0]) ?? []
  if (url === '') assert.fail(`${program}: ${first[0]}`)
  return {
    url,
    output: () => lines.slice(1),
    async [Symbol.asyncDispose]() {
      await end(child, exited)
    },
  }
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await exited
}
