import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { makeProfile } from '#test/world/people.ts'
import { connectBluesky } from '#test/world/posts.ts'

const all = '/v1/admin/tests'
let t: TestApp
let root: Person
before(async () => {
  t = await startApp({ sandbox: true })
  root = await t.as('root')
  await connectBluesky(root, await makeProfile(root))
})
after(() => t[Symbol.asyncDispose]())

const byName = (results: { name: string; ok: boolean; code: string | null; detail: string }[]) =>
  new Map(results.map(({ name, ...rest }) => [name, rest]))

test('every self-test passes on a healthy installation, and each result is sent over the stream', async () => {
  const names = (await root.get(all)).body.tests.map(({ name }: { name: string }) => name)
  assert.ok(
    ['database', 'storage', 'queue', 'mail', 'clock', 'webhook-loopback', 'network:x'].every((name) =>
      names.includes(name),
    ),
  )
  const { runId } = (await root.post(`${all}/run`)).body
  assert.equal((await root.get(`${all}/runs/${runId}`)).body.status, 'running')
  assert.equal((await root.post(`${all}/run`)).body.code, 'self_tests_running')
  await t.settle()
  const { body } = await root.get(`${all}/runs/${runId}`)
  assert.deepEqual(
    body.results.filter(({ ok }: { ok: boolean }) => !ok),
    [],
  )
  assert.deepEqual([body.status, body.results.length, body.startedBy], ['passed', names.length, root.uid])
  const codes = ['database', 'network:bluesky', 'network:x'].map((name) => byName(body.results).get(name)?.code)
  assert.deepEqual(codes, ['database_works', 'network_knows_account', 'app_known'])
  assert.match(byName(body.results).get('network:bluesky')?.detail ?? '', /Bluesky responds for alice/)
  assert.match(byName(body.results).get('network:x')?.detail ?? '', /X recognizes the app/)
  const { events } = (await readEvents(t, root, '?type=test.progress&limit=100')).body
  assert.deepEqual(
    events.map(({ data }: { data: { name: string } }) => data.name),
    names,
  )
  assert.deepEqual(events[0].data, {
    runId,
    name: 'database',
    ok: true,
    detail: 'The database is responding and writable.',
  })
})

test('a self-test reports what is wrong, a run performs only the named tests, and a run that died does not block others', async () => {
  const unknown = await root.post(`${all}/run`, { names: ['storage', 'nothing'] })
  assert.deepEqual([unknown.status, unknown.body.errors[0].path], [400, '/names/1'])
  await using broken = await startApp({ beside: t, settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const { runId } = (await root.post(`${all}/run`, { names: ['mail', 'clock'] })).body
  await broken.settle()
  const { body } = await root.get(`${all}/runs/${runId}`)
  assert.deepEqual([body.status, body.names], ['failed', ['mail', 'clock']])
  const mail = byName(body.results).get('mail')
  assert.equal(mail?.code, 'mail_refused')
  assert.match(mail.detail, /Email can’t be sent.*Check SMTP_URL/)

  await t.db.deleteFrom('job').execute()
  const lost = (await root.post(`${all}/run`, { names: ['clock'] })).body.runId
  await t.db.deleteFrom('job').execute()
  await t.advance(minutes(14))
  assert.equal((await root.post(`${all}/run`)).body.code, 'self_tests_running')
  await t.advance(minutes(1.5))
  const again = t.withToken(
    (await t.anyone.post('/v1/auth/sign-in', { email: root.email, password: root.password })).body.token,
  )
  assert.equal((await again.post(`${all}/run`, { names: ['clock'] })).status, 200)
  await t.settle()
  const { runs } = (await again.get(`${all}/runs`)).body
  assert.deepEqual(
    runs.slice(0, 2).map(({ status }: { status: string }) => status),
    ['passed', 'died'],
  )
  assert.equal((await again.get(`${all}/runs/${lost}`)).body.status, 'died')
})
