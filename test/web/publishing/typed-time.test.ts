import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

/** Opens the composer with a text that could be published to one account immediately. */
async function openWritten(text: string) {
  const installation = await openInstallation()
  const visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill(text)
  await page.getByText('Ready to publish').waitFor()
  await page.getByRole('button', { name: 'When: Now' }).click()
  const api = await openApi(installation.url, 'Ada')
  const statuses = async (): Promise<string[]> =>
    (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts.map(({ status }: { status: string }) => status)
  const dispose = async () => {
    await visitor[Symbol.asyncDispose]()
    await installation[Symbol.asyncDispose]()
  }
  return { page, statuses, faults: visitor.faults, [Symbol.asyncDispose]: dispose }
}

const unreadable = [
  'next friday half past nine',
  '31.2. 10:00',
  '24/12 18:00',
  'yesterday 8:00',
  'friday week 10am',
  'end of month',
  'asdf',
]

test('a typed time that cannot be parsed neither publishes nor saves anything, however it is submitted', async () => {
  await using opened = await openWritten('Rolls at six')
  const { page, statuses, faults } = opened
  const field = page.getByLabel('Or type a time')
  const says = page.getByText('Posthorn can’t read the time you typed.')
  for (const text of unreadable) {
    await field.fill(text)
    await page.getByRole('button', { name: 'Check the time', exact: true }).click()
    await says.waitFor()
    await page.getByText('We couldn’t read that.').waitFor()
    await field.press('Control+Enter')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await says.waitFor()
    await field.fill('')
    await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
    await says.waitFor({ state: 'detached' })
  }
  assert.match(page.url(), /\/compose/)
  assert.deepEqual(await statuses(), ['draft'])
  assert.deepEqual(faults, [])
})

test('the button follows a typed time keystroke by keystroke, and another choice replaces it', async () => {
  await using opened = await openWritten('Rolls at six')
  const { page, statuses } = opened
  const field = page.getByLabel('Or type a time')
  const button = (name: string | RegExp) => page.getByRole('button', { name }).waitFor()
  await field.pressSequentially('thu')
  await button(/^Schedule for Thu .*09:00 · 1 account$/)
  await field.pressSequentially(' 1')
  await button(/^Schedule for Thu .*01:00 · 1 account$/)
  await field.pressSequentially('7:3')
  await button('Check the time')
  await field.pressSequentially('0')
  await button(/^Schedule for Thu .*17:30 · 1 account$/)
  await field.fill('')
  await button('Publish to 1 account')
  await field.fill('asdf')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await button('Publish to 1 account')
  assert.equal(await field.inputValue(), '', 'no text is left that does not count')
  await field.fill('in 3 days')
  await button(/^Schedule for .* · 1 account$/)
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitem', { name: 'Publish now instead' }).click()
  await until('the text is gone', async () => (await field.inputValue()) === '')
  await page.getByRole('button', { name: 'When: Now' }).click()
  await field.fill('in 3 days')
  await page.getByRole('button', { name: /^Schedule for .* · 1 account$/ }).click()
  await page.getByRole('heading', { name: 'Rolls at six', level: 1 }).waitFor()
  assert.deepEqual(await statuses(), ['scheduled'])
})

test('an incomplete time is not dropped, and the form names the field that it cannot parse', async () => {
  await using opened = await openWritten('Rolls at six')
  const { page, statuses } = opened
  const date = page.getByLabel('Time', { exact: true })
  await date.focus()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Check the time', exact: true }).click()
  await page.getByText('Posthorn can’t read “Time”.').waitFor()
  assert.ok(await date.evaluate('document.activeElement.type === "time"'))
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  await page.getByText('Posthorn can’t read “Time”.').waitFor({ state: 'detached' })

  await page.getByLabel('Or type a time').fill('in 3 days')
  await page.getByRole('button', { name: /^Schedule for .* · 1 account$/ }).waitFor()
  await date.focus()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Check the time', exact: true }).click()
  await page.getByText('Posthorn can’t read “Time”.').waitFor()
  assert.deepEqual(await statuses(), ['draft'])
})
