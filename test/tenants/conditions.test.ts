import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { callRow, urlOfRow } from './call-row.ts'
import type { Row } from './row.ts'
import { table } from './table.ts'
import { makeWorld, type World } from './world.ts'

/**
 * Calls every operation with `Idempotency-Key` and with `If-Match`, as the superadmin who owns everything. The contract
 * says which operations support them.
 */
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>
}

let t: TestApp
let world: World
let operations: ReadonlyMap<string, Operation>
let rows: readonly (readonly [RouteFact, Row])[]
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  // The first account is superadmin.
  const root = await t.as('root')
  world = await makeWorld(t)
  const { status, text } = await root.post(`/v1/admin/users/${world.owner.uid}/role`, { role: 'superadmin' })
  assert.equal(status, 200, text)
  const { paths } = (await t.anyone.get('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  operations = new Map(described.map((operation) => [operation.operationId, operation]))
  // Operations that sign the user out or remove an object come last.
  rows = routesOf(t.app)
    .flatMap((route) => {
      const row = table[route.operationId ?? '']
      return row && route.method !== 'HEAD' ? [[route, row] as const] : []
    })
    .sort(([, a], [, b]) => Number(a.spends ?? false) - Number(b.spends ?? false))
})
after(() => t[Symbol.asyncDispose]())

const supports = ({ operationId }: RouteFact, header: string): boolean =>
  operations.get(operationId ?? '')?.parameters?.some(({ name }) => name.toLowerCase() === header) ?? false

/** Operations that networks and chats call, which identify what they send in other ways, and those that change nothing. */
const needNoKey = [
  ...['receiveWebhook', 'receiveChatUpdate', 'receiveSlackEvents', 'receiveSlackCommand', 'receiveSlackInteraction'],
  ...['deauthorizeNetgroup', 'requestDataDeletion'],
  ...['validatePost', 'previewRecurringRule', 'previewSlotPlan', 'previewEmailTemplate', 'applySavedText'],
  'rehearseInboxRule',
  ...['checkAuthorization', 'checkDeviceCode', 'readProfileInvite'],
]
/** Uploads, and operations without a user whom a key could belong to. */
const refuseKeys = [
  ...['uploadMedia', 'presignUpload', 'presignUploads'],
  ...['signUp', 'signIn', 'refreshToken', 'signOut', 'claimInstallation', 'verifyEmail', 'requestPasswordReset'],
  ...['resetPassword', 'commentOnPost', 'openBrowserSession', 'closeBrowserSession', 'refreshBrowserSession'],
  ...['startCompanySignIn', 'finishCompanySignIn', 'startPasskeySignIn', 'finishPasskeySignIn'],
]

test('If-Match with another ETag is 412 on each operation that changes one resource with an ETag, and changes nothing', async () => {
  const guarded = rows.filter(([route]) => route.method !== 'GET' && supports(route, 'if-match'))
  assert.ok(guarded.length >= 35, `only ${guarded.length} operations support If-Match`)
  const before = await readTags()
  for (const [route, row] of guarded) {
    const { status, body, text } = await callRow(world.owner, world, route, row, { 'if-match': '"stale"' })
    assert.deepEqual([status, body?.code], [412, 'precondition_failed'], `${route.operationId}: ${text}`)
  }
  assert.deepEqual(await readTags(), before)
})

test('If-Match with the ETag of the GET is accepted, also after a proxy has made it weak', async () => {
  for (const [route, row] of rows) {
    if (route.method === 'GET' || !supports(route, 'if-match') || row.spends) continue
    const tag = (await world.owner.get(await resourceOf(route, row))).headers.etag ?? assert.fail(route.url)
    const sent = { 'if-match': `"other", W/${tag.replace(/^W\//, '')}` }
    const { status, text } = await callRow(world.owner, world, route, row, sent)
    assert.notEqual(status, 412, `${route.operationId}: ${text}`)
  }
})

test('of two concurrent changes with the same ETag, one succeeds', async () => {
  const changes = [
    [`/v1/webhooks/${world.webhookId}`, { active: false }, { events: ['post.queued'] }],
    [`/v1/recurring-posts/${world.ruleId}`, { name: 'One' }, { name: 'Another' }],
    ['/v1/auth/me', { name: 'One' }, { name: 'Another' }],
  ] as const
  for (const [url, ...bodies] of changes) {
    const headers = { 'if-match': (await world.owner.get(url)).headers.etag ?? assert.fail(url) }
    const answers = await Promise.all(bodies.map((body) => world.owner.patch(url, body, { headers })))
    const texts = answers.map(({ text }) => text).join('\n')
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412], `${url}: ${texts}`)
  }
})

test('If-Match is refused where it would have no effect', async () => {
  for (const [route, row] of rows) {
    if (supports(route, 'if-match') || !operations.has(route.operationId ?? '')) continue
    if (route.access.credential === 'none' || row.form) continue
    const { status, body, text } = await callRow(world.owner, world, route, row, { 'if-match': '"1"' })
    const [fault] = body?.errors ?? []
    const said = [status, fault?.path, fault?.code]
    assert.deepEqual(said, [400, '/headers/if-match', 'header_not_supported'], `${route.operationId}: ${text}`)
  }
})

test('each POST supports an Idempotency-Key, needs none, or refuses it', async () => {
  for (const [route, row] of rows) {
    const id = route.operationId ?? ''
    if (route.method !== 'POST' || !operations.has(id)) continue
    const isSupported = supports(route, 'idempotency-key')
    assert.equal(!isSupported, [...needNoKey, ...refuseKeys].includes(id), id)
    if (!refuseKeys.includes(id)) continue
    const { body, text } = await callRow(world.owner, world, route, row, { 'idempotency-key': 'k' })
    const codes = (body?.errors ?? []).map(({ code }: { code: string }) => code)
    assert.ok(codes.includes('header_not_supported'), `${id}: ${text}`)
  }
})

test('a repeat with the same Idempotency-Key is replayed with its ETag and Location, or refused if it showed a secret', async () => {
  const seen = { replayed: 0, secret: 0, refused: 0 }
  for (const [route, row] of rows) {
    if (!supports(route, 'idempotency-key')) continue
    const { operationId } = route
    const keyed = { 'idempotency-key': `of ${operationId}` }
    const first = await callRow(world.owner, world, route, row, keyed)
    if (operationId === 'changeEmailUnverified' || first.status === 401) continue
    const again = await callRow(world.owner, world, route, row, keyed)
    if (first.status >= 400) {
      // Retries of some refusals are refused for another reason, such as a limit on attempts.
      assert.ok(again.status >= 400 && again.body?.code !== 'idempotency_in_progress', `${operationId}: ${again.text}`)
      seen.refused += 1
    } else if (again.body?.code === 'answer_shown_once') seen.secret += 1
    else {
      assert.equal(again.headers['idempotency-replayed'], 'true', `${operationId}: ${again.text}`)
      const shown = ({ status, text, headers }: typeof first) => [status, text, headers.etag, headers.location]
      assert.deepEqual(shown(again), shown(first), operationId ?? '')
      seen.replayed += 1
    }
  }
  assert.ok(seen.replayed >= 48 && seen.secret >= 8, JSON.stringify(seen))
})

test('201 has the URL of a created resource as Location, and the ETag that its GET returns', async () => {
  let located = 0
  for (const [route, row] of rows) {
    const documented = operations.get(route.operationId ?? '')?.responses['201']?.headers
    if (!documented || !('Location' in documented)) continue
    const { status, headers } = await callRow(world.owner, world, route, row)
    if (status !== 201) continue
    const found = await world.owner.get(headers.location ?? assert.fail(`${route.operationId} sends no Location`))
    assert.deepEqual([found.status, found.headers.etag], [200, headers.etag], route.operationId ?? '')
    located += 1
  }
  assert.ok(located >= 3, `only ${located} locations`)
})

/** Reads the ETag of each resource of the world that an operation can change. */
async function readTags(): Promise<Record<string, string | undefined>> {
  const urls = [
    `/v1/posts/${world.postId}`,
    `/v1/profiles/${world.profile.id}`,
    `/v1/media/${world.mediaId}`,
    `/v1/webhooks/${world.webhookId}`,
    `/v1/recurring-posts/${world.ruleId}`,
    `/v1/connections/${world.accountId}`,
    `/v1/analytics/reports/${world.profile.id}`,
    '/v1/auth/me',
    '/v1/admin/feature-flags/member-invites/settings',
    '/v1/admin/email-templates/welcome',
    '/v1/admin/alert-prefs',
    `/v1/admin/users/${world.stranger.uid}`,
  ]
  const tags: Record<string, string | undefined> = {}
  for (const url of urls) tags[url] = (await world.owner.get(url)).headers.etag ?? assert.fail(url)
  return tags
}

/** Returns the GET of the resource that an operation changes: the longest one that its path begins with. */
async function resourceOf(route: RouteFact, row: Row): Promise<string> {
  const url = await urlOfRow(world, route, row)
  const moved = url
    .replace(/^\/v1\/queue\/\w+\//, '/v1/posts/')
    .replace(/^\/v1\/platforms\/accounts\//, '/v1/connections/')
  const parts = moved.split('/')
  for (let length = parts.length; length > 2; length -= 1) {
    const candidate = parts.slice(0, length).join('/')
    const answer = await world.owner.get(candidate)
    if (answer.status === 200 && answer.headers.etag) return candidate
  }
  return assert.fail(`${url} has no resource`)
}
