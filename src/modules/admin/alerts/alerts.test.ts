import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { alertKinds, settleFindings } from '#modules/alerts/index.ts'
import { alertTitles } from '#rules/languages/de/alerts.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openSlack } from '#test/world/chats/slack.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, refused } from '#test/world/people.ts'
import { figures } from './watch/thresholds.ts'
import { createWatch } from './watch/watch.ts'

let t: TestApp
let root: Client
let key: string
let watch: () => Promise<void>
before(async () => {
  t = await startApp({ sandbox: true })
  const person = await t.as('root')
  key = done(await person.post('/v1/api-keys', { name: 'admin', scopes: ['admin:read', 'admin:write'] }), 201).body.key
  root = t.withToken(key)
  const ticker = createWatch(t.deps)
  watch = async () => {
    await ticker.tick()
    await t.deps.queue.drain()
  }
})
after(() => t[Symbol.asyncDispose]())

const listed = async (filter = 'open') => done(await root.get(`/v1/admin/alerts?filter=${filter}`)).body.alerts

test('200: a manual alert is sent to webhooks as alert.raised, is acknowledged with a note, and both are audited', async () => {
  const made = done(await root.post('/v1/admin/alerts', { severity: 'info', message: 'X is down.' })).body
  assert.deepEqual([made.kind, made.ackedAt, made.closedAt], ['by_hand', null, null])
  await watch()
  const events = await t.db.selectFrom('event').select('event.type').where('event.type', '=', 'alert.raised').execute()
  assert.ok(events.length > 0)
  const acked = done(await root.post(`/v1/admin/alerts/${made.id}/ack`, { note: 'We wait.' })).body
  assert.deepEqual([acked.ackNote, acked.ackedAt !== null], ['We wait.', true])
  assert.equal(done(await root.post(`/v1/admin/alerts/${made.id}/ack`, {})).body.ackNote, 'We wait.')
  assert.ok((await listed('acked')).some((one: { id: string }) => one.id === made.id))
  const entries = await t.db
    .selectFrom('auditEntry')
    .select('auditEntry.action')
    .where('auditEntry.subject', '=', made.id)
    .orderBy('auditEntry.id')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['alert.raised', 'alert.acknowledged'],
  )
})

test('400: an alert kind that the database cannot store is rejected', async () => {
  for (const kind of ['a\u0000b', '\ud800'])
    refused(await root.post('/v1/admin/alert-prefs', { kinds: [kind] }), 400, 'validation_failed')
})

test('400: a kind that no alert has is rejected', async () => {
  const { status, body } = await root.post('/v1/admin/alert-prefs', { kinds: ['queue_old', 'que_old'] })
  assert.deepEqual([status, body.errors[0].path], [400, '/kinds/1'])
  done(await root.post('/v1/admin/alert-prefs', { kinds: ['queue_old', 'by_hand'] }))
  done(await root.post('/v1/admin/alert-prefs', { kinds: [] }))
})

test('200: an administrator who receives only critical alerts gets no email about a warning', async () => {
  const subjects = async () =>
    (await mailsTo(t, 'root@example.com')).filter(({ subject }) => subject.includes('by_mail')).length
  done(await root.post('/v1/admin/alert-prefs', { minSeverity: 'critical' }))
  done(await root.post('/v1/admin/alerts', { severity: 'warning', message: 'Soon.', kind: 'by_mail' }))
  await watch()
  assert.equal(await subjects(), 0)
  done(await root.post('/v1/admin/alert-prefs', { minSeverity: 'info', kinds: ['by_mail'] }))
  assert.deepEqual(done(await root.get('/v1/admin/alert-prefs')).body, {
    email: true,
    chat: true,
    minSeverity: 'info',
    kinds: ['by_mail'],
  })
  done(await root.post('/v1/admin/alerts', { severity: 'warning', message: 'Soon.', kind: 'by_mail' }))
  await watch()
  assert.equal(await subjects(), 1)
})

test('emails about every kind of alert are in the reader’s language, and text written by people is not translated', async () => {
  await using own = await startApp()
  const german = await own.as('root')
  const other = await own.as('rita')
  done(await german.patch('/v1/auth/me', { locale: 'de-AT' }))
  done(await german.post(`/v1/admin/users/${other.uid}/role`, { role: 'admin' }))
  const message = 'The service says this in English.'
  // Sequentially, because all alerts found in one round are sent in one email.
  for (const kind of alertKinds) {
    const found = { kind, subject: 'bluesky', severity: 'critical' as const, message: message }
    await inTx(own.db, (tx) => settleFindings(tx, [found], own.now()))
    await createWatch(own.deps).tick()
    await own.deps.queue.drain()
  }

  const [toGerman, toOther] = [await mailsTo(own, german.email), await mailsTo(own, other.email)]
  for (const kind of alertKinds) {
    const title = alertTitles[kind]
    const about = toGerman.filter(({ subject }) => subject.endsWith(`: ${title}`)).map(({ subject }) => subject)
    assert.deepEqual(about.toSorted(), [
      `Posthorn-Warnung (kritisch): ${title}`,
      `Posthorn-Warnung behoben (kritisch): ${title}`,
    ])
    assert.equal(
      toOther.filter(({ subject, text }) => subject.endsWith(`: ${kind}`) && text.includes(message)).length,
      2,
    )
  }
  for (const { text } of toGerman) assert.ok(!text.includes(message), text)

  done(await german.post('/v1/admin/alerts', { severity: 'info', message: 'Wir warten.', kind: 'queue_old' }))
  done(await german.post('/v1/admin/alert-prefs', { minSeverity: 'info' }))
  await createWatch(own.deps).tick()
  await own.deps.queue.drain()
  const byHand = (await mailsTo(own, german.email)).filter(({ text }) => text.includes('Wir warten.'))
  assert.equal(byHand.length, 1)
})

test('200: an administrator is notified in their linked Slack unless they have turned that off', async () => {
  const slack = openSlack(t)
  await slack.install(await t.as('root'), 'bob')
  const raise = async (message: string) => {
    done(await root.post('/v1/admin/alerts', { severity: 'warning', message, kind: 'by_mail' }))
    await watch()
    await t.settle()
  }
  await raise('X is down.')
  assert.match(slack.received('bob').at(-1) ?? '', /^Alert \(warning\)\nX is down\./)
  done(await root.post('/v1/admin/alert-prefs', { chat: false }))
  await raise('X is up.')
  assert.ok(!slack.received('bob').some((text) => text.includes('X is up')))
})

test('200: each value behind an alert is a metric', async () => {
  const text = await (await fetch(`${t.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  assert.deepEqual(text.match(/^# TYPE \S+_total (?!counter).*$/gm), null, 'only a counter ends in _total')
  for (const name of ['posthorn_queue_oldest_seconds', 'posthorn_cron_overdue_seconds', 'posthorn_disk_free_share'])
    assert.match(text, new RegExp(`^# TYPE ${name} gauge$`, 'm'))
  assert.match(text, /^posthorn_webhook_failure_share 0$/m)
})

test('the Prometheus rules and the Grafana dashboard use only metrics that exist, and have the same limits as the alerts', async () => {
  const text = await (await fetch(`${t.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  const exposed = new Set([...text.matchAll(/^# TYPE (posthorn_\w+) /gm)].map(([, name]) => name))
  const read = (name: string) => readFile(new URL(`../../../../docs/prometheus/${name}`, import.meta.url), 'utf8')
  const rules = await read('alerts.yml')
  const dashboard = await read('grafana-dashboard.json')
  JSON.parse(dashboard)
  for (const [name] of `${rules} ${dashboard}`.matchAll(/\bposthorn_\w+/g))
    assert.ok(exposed.has(name.replace(/_(?:bucket|count|sum)$/, '')), `${name} is not a metric`)
  for (const { name, bound } of figures)
    assert.ok(rules.includes(`(${name}) ${bound}\n`), `no rule for ${name} ${bound}`)
  for (const { name } of figures) assert.ok(dashboard.includes(`(${name})`), `no panel for ${name}`)
})
