import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { languages } from '#rules/languages/languages.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { findBuiltIn } from './built-in.ts'
import { queueMail } from './index.ts'
import { leaveOutPages } from './leave-out-pages.ts'
import { variablesIn } from './render.ts'
import { isTemplateName, templates } from './templates.ts'

const names = Object.keys(templates).filter(isTemplateName)

/** A reader of each language except English. */
const locales = Object.keys(languages).flatMap((language) => (language === 'en' ? [] : [`${language}-XX`]))

test('each built-in email has texts in every language, with the same variables in its text and HTML', () => {
  for (const locale of locales)
    for (const name of names) {
      const translated = findBuiltIn(name, locale)
      // The words of a notice come with it.
      if (templates[name].subject !== '{{title}}') assert.notEqual(translated.subject, templates[name].subject)
      for (const part of ['subject', 'text', 'html'] as const)
        assert.deepEqual(
          [...new Set(variablesIn(translated[part]))].toSorted(),
          [...new Set(variablesIn(templates[name][part]))].toSorted(),
          `${locale} ${name} ${part}`,
        )
    }
})

test('a translated email from an installation without pages contains no page links, and still explains the API call', () => {
  for (const [locale, name] of locales.flatMap((one) => names.map((name) => [one, name] as const))) {
    const { text, html } = leaveOutPages(findBuiltIn(name, locale))
    assert.doesNotMatch(text + html, /\{\{url\}\}\/(?!v1\/)|\{\{link\}\}/, name)
    const codes = templates[name].variables.filter((variable) => /token$/i.test(variable))
    for (const one of codes) {
      assert.ok(variablesIn(text).includes(one) && variablesIn(html).includes(one), name)
      // The pages of guests are part of the API.
      if (!name.startsWith('guest-')) assert.match(text, /POST \{\{url\}\}\/v1\//, name)
    }
  }
})

test('no link in any email, in any language, has a token or code in its query: only in its fragment or its path', () => {
  let links = 0
  for (const locale of ['en', ...locales])
    for (const name of names) {
      const { text, html } = findBuiltIn(name, locale)
      for (const [link] of (text + html).matchAll(/(?:\{\{(?:url|link)\}\}|https?:\/\/)[^\s"<>]*/g)) {
        links += 1
        const [, query = ''] = link.replace(/#.*/, '').split('?')
        assert.doesNotMatch(query, /token|code|secret|key|\{\{/i, `${locale} ${name}: ${link}`)
      }
    }
  assert.ok(links > 100, String(links))
})

test('an email is in its reader’s language, or in English if that language is not supported, and uses an administrator’s texts if there are any', async () => {
  await using t = await startApp()
  const send = (to: string, locale?: string) =>
    inTx(t.db, (tx) =>
      queueMail(t.deps, tx, {
        to,
        locale,
        template: 'goodbye',
        values: { name: 'Ada', url: 'https://posts.test' },
      }),
    )
  await send('german@posts.test', 'de-AT')
  await send('portuguese@posts.test', 'pt')
  await send('anyone@posts.test')

  assert.match(await oneMail(t, 'german@posts.test'), /Hallo Ada,/)
  for (const to of ['portuguese@posts.test', 'anyone@posts.test']) assert.match(await oneMail(t, to), /Hello Ada,/)

  const own = { subject: 'Bye', text: 'Bye {{name}}', html: 'Bye {{name}}' }
  await t.db
    .insertInto('mailTemplate')
    .values({ name: 'goodbye', ...own, updatedAt: t.now() })
    .execute()
  await send('changed@posts.test', 'de')

  assert.match(await oneMail(t, 'changed@posts.test'), /Bye Ada/)
})

test('201: a user who signed up in German is welcomed in German, and resets the password in German', async () => {
  await using t = await startApp()
  const password = 'a few words in a row'
  const people = [
    { email: 'ada@posts.test', name: 'Ada', locale: 'de-DE' },
    { email: 'bob@posts.test', name: 'Bob' },
  ]
  for (const person of people) {
    const { status, text } = await t.anyone.post('/v1/auth/sign-up', { ...person, password })
    assert.equal(status, 201, text)
    await t.anyone.post('/v1/auth/request-password-reset', { email: person.email })
  }

  const [german, inEnglish] = [await mailsTo(t, 'ada@posts.test'), await mailsTo(t, 'bob@posts.test')]
  assert.deepEqual([german.length, inEnglish.length], [2, 2])
  for (const { text } of german) assert.match(text, /Hallo Ada,/)
  for (const { text } of inEnglish) assert.match(text, /Hello Bob,/)
})

async function oneMail(t: TestApp, to: string): Promise<string> {
  const [mail = assert.fail(`no mail to ${to}`)] = await mailsTo(t, to)
  return mail.text
}
