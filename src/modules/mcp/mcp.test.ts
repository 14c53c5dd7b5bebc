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
  readonly post: { readonly id: string; readonly status: string; readonly scheduledAt: string }
}

/** Connects the protocol's own client, by default like agents of 2025, or with the 2026 protocol. */
async function connect(transport: Transport, mode: 'legacy' | 'auto' = 'legacy'): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}
const overHttp = (key = w.key, query = '?toolsets=all', headers: Record<string, string> = {}) =>
  new StreamableHTTPClientTransport(new URL(`${t.url}/mcp${query}`), {
    requestInit: { headers: { ...headers, authorization: `Bearer ${key}` } },
  })
const overStdio = (...flags: readonly string[]) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', '--url', t.url, ...flags],
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
  await using agent = await connect(overStdio('--toolsets', 'all'))
  await publishAsAgent(agent, 'By an agent elsewhere.')
})

test('each task is a tool that declares its input, its output, and whether it can be undone', async () => {
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

const namesOf = async (transport: Transport) => {
  await using agent = await connect(transport)
  return (await agent.listTools()).tools.map(({ name }) => name)
}

test('tools/list is under 25 KB by default; toolsets and a read-only mode select tools, over HTTP and stdio', async () => {
  const { headers, text } = await ask({}, 'POST', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  assert.match(String(headers['content-type']), /json|event-stream/)
  assert.ok(Buffer.byteLength(text) < 25_000, `${Buffer.byteLength(text)} bytes`)
  const usual = await namesOf(overHttp(w.key, ''))
  assert.ok(
    ['list_profiles', 'list_accounts', 'schedule_post', 'publish_post', 'get_status'].every((one) =>
      usual.includes(one),
    ),
  )
  assert.ok(!usual.includes('get_analytics'))
  const readers = catalogue.filter(({ effect }) => effect.readOnly).map(({ name }) => name)
  const analytics = ['get_analytics', 'find_best_times']
  assert.deepEqual(await namesOf(overHttp(w.key, '?toolsets=default')), usual)
  assert.deepEqual(await namesOf(overHttp(w.key, '?toolsets=analytics')), analytics)
  assert.deepEqual(await namesOf(overHttp(w.key, '', { 'x-mcp-toolsets': 'analytics' })), analytics)
  assert.deepEqual(await namesOf(overHttp(w.key, '?toolsets=all&readOnly=true')), readers)
  const few = usual.filter((name) => readers.includes(name))
  assert.deepEqual(await namesOf(overHttp(w.key, '', { 'x-mcp-readonly': 'true' })), few)
  assert.deepEqual(await namesOf(overStdio()), usual)
  assert.deepEqual(await namesOf(overStdio('--toolsets', 'posts,analytics', '--read-only')), [
    ...few.filter((name) => !analytics.includes(name)),
    ...analytics,
  ])

  await using agent = await connect(overHttp(w.key, '?readOnly=true'))
  assert.match(agent.getInstructions() ?? '', /read-only.*\n.*toolsets: .*analytics \(metrics/s)
  await assert.rejects(agent.callTool({ name: 'publish_post', arguments: {} }), /publish_post/)
  const unknown = await ask({ 'x-mcp-toolsets': 'posts,nothing' })
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).errors[0].path], [400, '/headers/x-mcp-toolsets'])
})

test('times come in the zone of the profile with its offset, or else in the user’s', async () => {
  await using agent = await connect(overHttp())
  const { profileId: profile, ada } = w
  const { email, password } = w.person
  const { body } = await t.anyone.post('/v1/auth/sign-in', { email, password })
  const person = t.withToken(body.token)
  const post = { profile, content: 'At nine.', accounts: ['mastodon'], at: '2027-12-01T09:00' }
  const schedule = async (more: object) => {
    const { isError, data, text } = await call(agent, 'schedule_post', { ...post, ...more })
    assert.ok(!isError, text)
    return { at: data.post.scheduledAt, text: text.split(':', 2).join(':').replace(/ “.*/, '') }
  }
  await ada.patch(`/v1/profiles/${profile}`, { timezone: 'Europe/Berlin' })
  assert.deepEqual(await schedule({}), {
    at: '2027-12-01T09:00:00+01:00',
    text: 'Scheduled for Wed 1 Dec 2027, 09:00 UTC+01',
  })
  assert.equal((await schedule({ at: '2027-07-01T07:30:00Z', content: 'Summer.' })).at, '2027-07-01T09:30:00+02:00')
  const { text } = await call(agent, 'list_queue', { profile })
  assert.match(text, /scheduled Wed 1 Dec 2027, 09:00 UTC\+01:00: At nine/)
  const [read] = (await agent.readResource({ uri: 'posthorn://queue' })).contents
  assert.match(read && 'text' in read ? read.text : '', /2027-12-01T09:00:00\+01:00/)

  await ada.patch(`/v1/profiles/${profile}`, { timezone: null })
  await person.patch('/v1/auth/me', { timezone: 'Asia/Kolkata' })
  assert.equal((await schedule({ content: 'In Delhi.', at: '2027-12-02T03:30:00Z' })).at, '2027-12-02T09:00:00+05:30')
  await person.patch('/v1/auth/me', { timezone: 'UTC' })
})

test('a refusal names the fields of the tool that was called', async () => {
  await using agent = await connect(overHttp())
  const { profileId: profile } = w
  const draft = (await call(agent, 'create_draft', { profile, content: 'A draft.', accounts: ['mastodon'] })).data.id
  const said = async (tool: string, input: object) => {
    const { isError, text } = await call(agent, tool, input)
    assert.ok(isError, text)
    assert.doesNotMatch(text, /\/platforms|\/scheduledAt|scheduledAt|profileId|\/query|postIds?\b/, tool)
    return text
  }
  const post = { profile, content: 'A post.' }
  assert.match(await said('publish_post', post), /\/accounts\b/)
  const when = { ...post, accounts: ['mastodon'], at: 'tomorrow at nine' }
  assert.match(await said('schedule_post', when), /\/at must be/)
  assert.match(await said('schedule_post', { ...when, at: '2020-01-01T09:00:00Z' }), /\/at\b/)
  assert.match(await said('schedule_post', { post: draft, at: 'noon' }), /\/at must be/)
  assert.match(await said('create_draft', { profile, content: 'x', thread: ['a\u0000'] }), /\/thread\/0/)
  const tooMuch = { ...when, at: inTime(t, minutes(60)), accounts: ['bluesky'], texts: { bluesky: 'x'.repeat(400) } }
  assert.match(await said('schedule_post', tooMuch), /\/texts\b|300/)
  assert.match(await said('get_analytics', { profile, from: 'yesterday' }), /\/from\b/)
  assert.match(await said('auto_schedule_posts', { posts: ['post_x'], postsPerDay: 1 }), /\/posts\/0/)
  assert.match(await said('list_posts', { profile, cursor: '' }), /\/cursor\b/)
  const { text } = await call(agent, 'validate_post', post)
  assert.match(text, /^- \/accounts: /m)
})

test('a refusal is a tool error that states the fix; a repeated key has one effect', async () => {
  await using agent = await connect(overHttp())
  const wrong = await call(agent, 'create_draft', { profile: 'Nobody', text: 'x' })
  assert.equal(wrong.isError, true)
  assert.match(wrong.text, /- \/text: isn’t a known field/)
  assert.match((await call(agent, 'list_accounts', { profile: 'Nobody' })).text, /Profiles: .*\(prof_/)
  assert.match((await call(agent, 'get_status', { post: '..' })).text, /\/post: must be an ID that starts with post_/)
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

test('an agent signed in through OAuth for /mcp has its granted scopes, even in calls made by a tool', async () => {
  await using agent = await connect(overHttp(appToken))
  assert.equal((await call(agent, 'list_accounts', { profile: w.profileId })).data.accounts.length, 2)
  assert.match((await call(agent, 'list_queue')).text, /an app with the scope posts:read\. \(scope_required\)/)
})

test('profiles, the queue and posts are resources, and prompts start common tasks', async () => {
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
const ask = async (headers: Record<string, string>, method: 'GET' | 'POST' | 'DELETE' = 'POST', body = ping) => {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const answer = await request(`${t.url}/mcp`, {
    method,
    headers: { ...types, authorization: `Bearer ${w.key}`, ...headers },
    ...(method === 'POST' ? { body } : {}),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, headers: answer.headers, text }
}

test('401 and 405: an agent without a key is shown where to get one; sessions are not supported', async () => {
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

test('403 address_forbidden: a page of another origin, and a host name that is not the installation’s, are rejected', async () => {
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
