import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretKey } from '#test/harness/app.ts'
import { withServer } from '#test/harness/connections.ts'
import { liveDatabaseUrl } from '#test/harness/process.ts'
import { connectBluesky, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

test('a server administrator edits an email, sends a test, restores the original, disables a feature, and replies to a ticket', async () => {
  const connectionString = await liveDatabaseUrl()
  await using installation = await openInstallation({ DATABASE_URL: connectionString, SECRET_KEY: secretKey })
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()

  await page.getByRole('link', { name: 'Administration' }).click()
  await open('Emails')
  await page.getByRole('link', { name: /^Welcome Welcome to Posthorn/ }).click()
  await untilHolds(page.getByLabel('Subject'), 'Welcome to Posthorn')
  await page.getByLabel('Subject').fill('Good to have you, {{surname}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/surname/)
    .last()
    .waitFor()
  await page.getByLabel('Subject').fill('Good to have you, {{name}}')
  await page
    .getByRole('textbox', { name: 'HTML' })
    .fill('<p>Come in, {{name}}: <a href="{{url}}">{{url}}</a></p><script>alert(1)</script>')
  await page.getByText('Good to have you, Ada').waitFor()
  await page.frameLocator('iframe').getByText('Come in, Ada').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send test email' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('Test sent to ada@example.com').waitFor()
  await installation.findInMail(/Subject: Good to have you, Ada/)
  await page.getByRole('button', { name: 'Restore default' }).click()
  await untilHolds(page.getByLabel('Subject'), 'Welcome to Posthorn')
  await page.getByRole('link', { name: 'All emails' }).click()
  await page.getByRole('link', { name: /^Welcome Welcome to Posthorn/ }).waitFor()

  await open('Feature flags')
  await page.getByLabel('No one').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const flag = async () => (await api.get('/v1/admin/feature-flags/member-invites')).enabled
  assert.equal(await flag(), false)
  await page.getByLabel('Some users').check()
  await page.getByLabel('Rollout (%)').fill('100')
  await page.getByLabel('Plans').fill('max, pro')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Changed .* by Ada$/).waitFor()
  await page.reload()
  await untilHolds(page.getByLabel('Plans'), 'max, pro')

  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await api.post('/v1/admin/queue/pause', { reason: 'Bluesky is down.' })
  const { profileId } = api
  const post = await api.post('/v1/posts', { profileId, content: 'Hello', platforms: ['bluesky'] })
  // A post counts as stuck after five minutes, too long for a test.
  await withServer({ connectionString }, (client) =>
    client.query("update post set status_since = status_since - interval '6 minutes'"),
  )
  await api.post(`/v1/posts/${post.id}/report-stuck`, {})
  await page.getByRole('link', { name: 'Administration' }).click()
  await open('Tickets')
  await page.getByRole('button', { name: /has been queued since/ }).click()
  const ticket = page.getByRole('dialog', { name: 'Post stuck' })
  await ticket.getByRole('button', { name: 'Assign to me' }).click()
  await ticket.getByText('Assigned to Ada').waitFor()
  await ticket.getByLabel('Status').selectOption('Closed')
  await ticket.getByLabel('Reply').fill('Bluesky was down. It goes out now.')
  await ticket.getByRole('button', { name: 'Save and send reply' }).click()
  await page.getByText('No open tickets').waitFor()
  await installation.findInMail(/Bluesky was down\. It goes out now\./)
  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByText('Replied', { exact: true }).waitFor()

  await api.post('/v1/auth/me/subscription/cancel', { reason: 'unused', comment: 'We post less in winter.' })
  await open('Business metrics')
  await page.getByText('We post less in winter.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Created a post' }).getByText('1 · 100%').waitFor()
  // The browser logs the refused requests, and the script that the preview does not run.
  assert.deepEqual(
    faults.filter((fault) => !/status of 400 .*email-templates|about:srcdoc/.test(fault)),
    [],
  )
})
