import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openInstallation, password, untilHolds } from './visitor.ts'

const most = { clicks: 16, fields: 2, words: 1 }

/** Counts what the newcomer has to do, in every window of the browser. */
async function countActions(page: Page): Promise<() => { clicks: number; fields: number }> {
  const count = { clicks: 0, fields: new Set<string>() }
  await page.context().exposeFunction('noteAction', (kind: 'click' | 'field', name: string) => {
    if (kind === 'click') count.clicks += 1
    else count.fields.add(name)
  })
  await page.context().addInitScript(`
    addEventListener('click', ({ detail }) => detail > 0 && noteAction('click', ''), true)
    addEventListener('input', ({ target }) => noteAction('field', target.name || target.id), true)
  `)
  return () => ({ clicks: count.clicks, fields: count.fields.size })
}

test('a newcomer opens the printed address, connects the networks and publishes to three, in sixteen clicks', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit({ timezoneId: 'Asia/Tokyo' })
  const { page, faults } = visitor
  const done = await countActions(page)

  await page.goto(installation.entrance)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  assert.equal(done().fields, most.fields)

  await page.getByRole('link', { name: 'Connect an account' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect X' }).click()
  await (await opened).getByRole('button', { name: /alice/i }).first().click()
  await page.getByRole('button', { name: 'Connect the other networks the same way' }).click()
  for (const network of ['Bluesky', 'LinkedIn', 'Pinterest', 'TikTok', 'Threads', 'Facebook', 'Mastodon', 'YouTube'])
    await page.getByText(new RegExp(`^${network}( Page)? · `)).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Connect the other networks the same way' }).count(), 0)

  await page.getByRole('link', { name: 'New post' }).first().click()
  for (const network of ['Pinterest', 'TikTok', 'Facebook', 'Threads', 'Mastodon', 'YouTube'])
    await page.getByTitle(new RegExp(`^${network} · `)).click()
  await page.getByLabel('What do you want to say?').fill('The bakery opens at six.')
  await page.getByText('Ready to go.').waitFor()
  await page.getByRole('button', { name: 'Publish to 3 accounts' }).click()
  await page.getByRole('heading', { name: 'The bakery opens at six.', level: 1 }).waitFor()
  await page.locator('article').getByRole('link', { name: 'Open' }).nth(2).waitFor()
  const { clicks, fields } = done()
  assert.ok(clicks <= most.clicks, `${clicks} clicks`)
  assert.ok(fields <= most.fields + most.words, `${fields} fields`)
  assert.deepEqual(faults, [])

  await page.goto(`${installation.url}/start`)
  await page.getByRole('heading', { name: 'This installation has an owner' }).waitFor()
  await page.goto(`${installation.url}/`)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'You', exact: true }).click()
  await untilHolds(page.getByLabel('Time zone'), 'Asia/Tokyo')
})
