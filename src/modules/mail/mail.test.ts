import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { queueMail, sendWelcome } from './index.ts'
import { checkTemplates, render } from './render.ts'
import { templates } from './templates.ts'

const outbox = () => {
  const sent: { to: string; subject: string; text: string; html: string }[] = []
  return {
    sent,
    deps: {
      mailer: { send: async (mail: (typeof sent)[number]) => void sent.push(mail) },
      config: { publicUrl: 'https://posts.test' },
    },
  }
}

test('what a person calls themselves is text in HTML, whatever it looks like', () => {
  const mail = render(templates.welcome, { name: `<img src=x onerror="a()">&'`, url: 'https://posts.test/?a=1&b="2"' })
  assert.ok(mail.html.includes('Hello &lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;,'))
  assert.ok(mail.html.includes('href="https://posts.test/?a=1&amp;b=&quot;2&quot;"'))
  assert.ok(mail.text.includes(`Hello <img src=x onerror="a()">&',`))
})

test('a value that looks like a variable or a replacement pattern is left as it is', () => {
  const { text } = render(templates.welcome, { name: "{{url}} $& $1 $'", url: 'https://posts.test' })
  assert.ok(text.startsWith("Hello {{url}} $& $1 $',"))
})

test('a subject is one line', () => {
  const template = { variables: ['name'], subject: 'For {{name}}', text: '{{name}}', html: '{{name}}' }
  assert.equal(render(template, { name: 'a\r\nBcc: b@c.test\u2028d' }).subject, 'For a Bcc: b@c.test d')
})

test('a variable without a value is refused, also when the prototype has its name', () => {
  const template = { variables: ['toString'], subject: '', text: '{{toString}}', html: '' }
  assert.throws(() => render(template, {}), /no value was given for \{\{toString\}\}/)
})

test('the built-in templates agree with their variables; one that does not is named with every fault', () => {
  checkTemplates(templates)
  const faulty = { variables: ['name', 'idle'], subject: '{{ name }}', text: '{{nmae}}', html: '{{}}' }
  assert.throws(
    () => checkTemplates({ faulty }),
    /faulty uses \{\{nmae\}\}.*faulty uses \{\{\}\}.*faulty declares idle but uses it nowhere/,
  )
})

test('a welcome goes to the address of the person, and nowhere when there is none', async () => {
  const { sent, deps } = outbox()
  await sendWelcome(deps, { email: null, name: 'Ada' })
  assert.equal(sent.length, 0)
  await sendWelcome(deps, { email: 'ada@posts.test', name: 'Ada' })
  assert.deepEqual(
    sent.map(({ to, subject }) => ({ to, subject })),
    [{ to: 'ada@posts.test', subject: 'Welcome to Posthorn' }],
  )
  assert.match(sent[0]!.text, /Hello Ada,[\s\S]*https:\/\/posts\.test/)
})

test('a mail goes out when its transaction is committed, and not at all when it is not', async () => {
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
