import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { smtpPassword, startSmtpServer } from '#test/servers/smtp-server.ts'
import { done } from '#test/world/people.ts'
import { createWatch } from './watch.ts'

for (const [name, password, expected] of [
  ['mail_failing: an alert is raised when the mail server rejects our sign-in', 'wrong', ['mail_failing']],
  ['no alert about mail is raised when the mail server accepts it', smtpPassword, []],
] as const)
  test(name, async () => {
    await using server = await startSmtpServer()
    await using t = await startApp({ settings: { SMTP_URL: server.urlWith(password) } })
    const root = await t.as('root')
    await t.anyone.post('/v1/auth/request-password-reset', { email: root.email })
    await t.settle()
    assert.ok(server.attempts() > 0)
    await t.advance(minutes(2))
    await createWatch(t.deps).tick()
    const { alerts } = done(await root.get('/v1/admin/alerts')).body
    const found = alerts.filter(({ kind }: { kind: string }) => kind === 'mail_failing')
    assert.deepEqual(
      found.map(({ kind }: { kind: string }) => kind),
      expected,
    )
  })
