import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { request } from 'undici'
import { minutes } from '#kernel/clock.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { bin } from '#test/harness/process.ts'
import { oauthApp } from '#test/world/apps.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let narrowKey: string
let appToken: string
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  const request = { resource: 'http://posthorn.test/mcp', scope: 'profiles:read connections:read' }
  appToken = (await oauthApp(t).signIn(w.person, { request })).tokens.access_token
  narrowKey = (await w.person.post('/v1/api-keys', { name: 'narrow', scopes: ['posts:read'] })).body.key
})
after(() => t[Symbol.asyncDispose]())

type Agent = Client & AsyncDisposable
/** The parts of results that the tests read. */
interface Data {
  readonly id: string
  readonly status: string
  readonly canPublish: boolean
  readonly accounts: { readonly id: string; readonly network: string }[]
  readonly post: { readonly id: string; readonly status: string }
}

/** Connects the protocol's own client, by default like agents of 2025, or with the 2026 protocol. */
async function connect(transport: Transport, mode: 'legacy' | 'auto' = 'legacy'): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}
const overHttp = (key = w.key) =>
  new StreamableHTTPClientTransport(new URL(`${t.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', '--url', t.url],
    env: { ...(process.env as Record<string, string>), POSTHORN_API_KEY: w.key },
    stderr: 'ignore',
  })

async function call(agent: Agent, name: string, input: object = {}) {
  const { isError, content, structuredContent } = await agent.callTool({ name, arguments: { ...input } })
  const [message] = content
  return {
    isError: isError === true,
    text: message?.type === 'text' ? message.text : '',
    data: structuredContent as unknown as Data,
  }
}

/** The script of an agent: list accounts, check, schedule, and wait until the post is published. */
async function publishAsAgent(agent: Agent, words: string): Promise<void> {
  const { accounts } = (await call(agent, 'list_accounts', { profile: w.profileId })).data
  assert.deepEqual(accounts.map(({ network }) => network).sort(), ['bluesky', 'mastodon'])
  const post = { profile: w.profileId, content: words, accounts: accounts.map(({ id }) => id) }
  assert.equal((await call(agent, 'validate_post', post)).data.canPublish, true)
  const draft = { ...post, at: inTime(t, minutes(10)) }
  assert.match((await call(agent, 'schedule_post', { ...draft, dryRun: true })).text, /Dry run: nothing was changed/)
  const { data } = await call(agent, 'schedule_post', draft)
  assert.equal(data.post.status, 'scheduled')
  const watching = call(agent, 'get_status', { post: data.post.id, waitSeconds: 45 })
  await t.advance(minutes(11))
  const seen = await watching
  assert.equal(seen.data.status, 'published', seen.text)
  assert.match(seen.text, /- mastodon: published, http/)
  assert.equal(t.sandbox.ledger.entries({}).filter(({ text }) => text === words).length, 2)
}

test('an agent lists accounts, checks, schedules and follows a post until it is published, over HTTP', async () => {
  await using agent = await connect(overHttp(), 'auto')
  assert.equal(agent.getServerVersion()?.name, 'posthorn')
  assert.match(agent.getInstructions() ?? '', /with dryRun, show the user/)
  await publishAsAgent(agent, 'By an agent.')
})

test('the same over stdin and stdout of `posthorn mcp`, from another process', async () => {
  await using agent = await connect(overStdio())
  await publishAsAgent(agent, 'By an agent elsewhere.')
})

test('each task is a tool with input, output, and whether it can be undone', async () => {
  await using agent = await connect(overHttp(), 'auto')
  const { tools } = await agent.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    catalogue.map(({ name }) => name),
  )
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    const { effect, about } = catalogue.find((task) => task.name === name)!
    assert.deepEqual([annotations?.title, description], [title, about])
    assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [effect.readOnly, effect.destructive])
    assert.equal('idempotencyKey' in (inputSchema.properties ?? {}), !effect.readOnly && !effect.idempotent, name)
    assert.equal(outputSchema?.type, 'object', name)
  }
})

test('a refusal is a tool error that states the fix; a repeated key has one effect', async () => {
  await using agent = await connect(overHttp())
  const wrong = await call(agent, 'create_draft', { profile: 'Nobody', text: 'x' })
  assert.equal(wrong.isError, true)
  assert.match(wrong.text, /- \/text: is not a known field/)
  assert.match((await call(agent, 'list_accounts', { profile: 'Nobody' })).text, /Profiles: .*\(prof_/)
  assert.match((await call(agent, 'get_status', { post: '..' })).text, /\/post: must be an ID that begins with post_/)
  assert.match((await call(agent, 'get_status', { post: 'post_unknown' })).text, /\(post_not_found\)/)
  const draft = { profile: w.profileId, content: 'Once.', idempotencyKey: 'wish-1' }
  const first = await call(agent, 'create_draft', draft)
  assert.equal((await call(agent, 'create_draft', draft)).data.id, first.data.id)
  await assert.rejects(agent.callTool({ name: 'drop_tables', arguments: {} }), /drop_tables/)
})

test('an agent has only the permissions of its key', async () => {
  await using narrow = await connect(overHttp(narrowKey))
  assert.match((await call(narrow, 'list_accounts')).text, /scope profiles:read\. \(scope_required\)/)
  assert.deepEqual((await narrow.listResources()).resources.map(({ name }) => name).slice(0, 2), ['profiles', 'queue'])
  const { id } = (await w.ada.post('/v1/posts', { profileId: w.profileId, content: 'Mine.', saveAsDraft: true })).body
  assert.equal((await call(narrow, 'get_status', { post: id })).data.id, id)
  const stranger = await t.as('stranger')
  await using other = await connect(overHttp(stranger.token))
  assert.match((await call(other, 'get_status', { post: id })).text, /\(post_forbidden\)/)
})

test('an agent signed in by OAuth for /mcp has its granted scopes, also in calls made by a tool', async () => {
  await using agent = await connect(overHttp(appToken))
  assert.equal((await call(agent, 'list_accounts', { profile: w.profileId })).data.accounts.length, 2)
  assert.match((await call(agent, 'list_queue')).text, /an app with the scope posts:read\. \(scope_required\)/)
})

test('profiles, the queue and posts are resources; prompts start common tasks', async () => {
  await using agent = await connect(overHttp())
  const draft = {
    profileId: w.profileId,
    content: 'In the queue.',
    platforms: ['mastodon'],
    scheduledAt: inTime(t, minutes(90)),
  }
  const { id } = (await w.ada.post('/v1/posts', draft)).body
  const { resources } = await agent.listResources()
  const uris = resources.map(({ uri }) => uri)
  for (const uri of [
    'posthorn://profiles',
    'posthorn://queue',
    `posthorn://profiles/${w.profileId}`,
    `posthorn://posts/${id}`,
  ]) {
    assert.ok(uris.includes(uri), uri)
    const [read] = (await agent.readResource({ uri })).contents
    assert.ok(read && 'text' in read && JSON.parse(read.text), uri)
  }
  await assert.rejects(agent.readResource({ uri: 'posthorn://posts/post_unknown' }), /post_not_found/)
  const { prompts } = await agent.listPrompts()
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['write_post', 'plan_week', 'review_numbers'],
  )
  const { messages } = await agent.getPrompt({ name: 'write_post', arguments: { about: 'the lighthouse' } })
  assert.match(JSON.stringify(messages), /about: the lighthouse.*dryRun/)
  const ref = { type: 'ref/prompt' as const, name: 'plan_week' }
  const { completion } = await agent.complete({
    ref,
    argument: { name: 'profile', value: `OF ${w.login.slice(0, 4)}` },
  })
  assert.deepEqual(completion.values, [`of ${w.login}`])
})

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const ask = async (headers: Record<string, string>, method: 'GET' | 'POST' | 'DELETE' = 'POST') => {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const answer = await request(`${t.url}/mcp`, {
    method,
    headers: { ...types, authorization: `Bearer ${w.key}`, ...headers },
    ...(method === 'POST' ? { body: ping } : {}),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, headers: answer.headers, text }
}

test('401 and 405: an agent without a key learns where to get one; there are no sessions', async () => {
  const metadata = 'http://posthorn.test/.well-known/oauth-protected-resource/mcp'
  const where = `Bearer realm="posthorn", resource_metadata="${metadata}"`
  for (const [authorization, challenge] of [
    // Only a sent token can be invalid: an agent then drops it and signs in again.
    ['Bearer ph_wrong', `${where}, error="invalid_token"`],
    ['Basic YTpi', where],
  ] as const) {
    const { status, headers } = await ask({ authorization })
    assert.deepEqual([status, headers['www-authenticate']], [401, challenge])
  }
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, headers } = await ask({}, method)
    assert.deepEqual([status, headers.allow], [405, 'POST'])
  }
})

test('403 address_forbidden: a page of another origin, and a name that is not the installation’s', async () => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    { host: 'evil.example:4000' },
    { host: '127.0.0.1.evil.example' },
  ]
  for (const headers of foreign) {
    const { status, text } = await ask(headers)
    assert.deepEqual([status, JSON.parse(text).code], [403, 'address_forbidden'], JSON.stringify(headers))
  }
  const own = [
    { origin: 'http://posthorn.test', host: 'posthorn.test' },
    { origin: 'http://localhost:6274' },
    { host: 'localhost:4000' },
    { host: '[::1]:4000' },
    { host: 'posthorn:4000' },
  ]
  for (const headers of own) assert.equal((await ask(headers)).status, 200, JSON.stringify(headers))
})
