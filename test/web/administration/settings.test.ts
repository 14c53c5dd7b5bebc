import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

test('who runs the installation rewrites a mail, sends themselves a test, goes back to the original, and turns a feature off', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()

  await page.getByRole('link', { name: 'Administration' }).click()
  await open('Mails')
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
    .getByLabel('As HTML')
    .fill('<p>Come in, {{name}}: <a href="{{url}}">{{url}}</a></p><script>alert(1)</script>')
  await page.getByText('Good to have you, Ada').waitFor()
  await page.frameLocator('iframe').getByText('Come in, Ada').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send me a test' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('On its way to ada@example.com').waitFor()
  await installation.findInMail(/Subject: Good to have you, Ada/)
  await page.getByRole('button', { name: 'Back to the original' }).click()
  await untilHolds(page.getByLabel('Subject'), 'Welcome to Posthorn')
  await page.getByRole('link', { name: 'All mails' }).click()
  await page.getByRole('link', { name: /^Welcome Welcome to Posthorn/ }).waitFor()

  await open('Features')
  await page.getByLabel('Nobody').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const flag = async () => (await api.get('/v1/admin/feature-flags/member-invites')).enabled
  assert.equal(await flag(), false)
  await page.getByLabel('Some users').check()
  await page.getByLabel('Share in percent').fill('100')
  await page.getByLabel('Of the plans').fill('max, pro')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Changed .* by Ada$/).waitFor()
  await page.reload()
  await untilHolds(page.getByLabel('Of the plans'), 'max, pro')
  // The browser notes what was refused, and the script that the preview does not run.
  assert.deepEqual(
    faults.filter((fault) => !/status of 400 .*email-templates|about:srcdoc/.test(fault)),
    [],
  )
})
