import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patienceMs } from '#test/harness/patience.ts'
import { type Effort, locateMark, screens, takeTour } from './newcomer.ts'
import { openApi, openInstallation, untilHolds } from './visitor.ts'

/** The maximum effort for the first post, and for the whole tour. */
const most = {
  firstPost: { clicks: 6, fields: 2, seconds: 40 },
  all: { clicks: 15, fields: 2, seconds: 60 },
} as const satisfies Readonly<Record<string, Effort>>

for (const screen of ['desk', 'phone'] as const)
  test(`on a ${screen}, a new user publishes to three networks, breaks one, retries, sees a signed webhook and next week`, async (context) => {
    await using installation = await openInstallation()
    await using visitor = await installation.visit({ timezoneId: 'Asia/Tokyo', ...screens[screen] })
    const { page, faults } = visitor
    const { firstPost, all, day } = await takeTour(page, installation.entrance, screen)
    context.diagnostic(
      `${firstPost.clicks} clicks and ${firstPost.seconds} s to the first post, ${all.clicks} and ${all.seconds} s in all`,
    )
    for (const [goal, effort] of [['firstPost', firstPost] as const, ['all', all] as const]) {
      assert.ok(effort.clicks <= most[goal].clicks, `${goal}: ${effort.clicks} clicks`)
      assert.equal(effort.fields, most[goal].fields)
      assert.ok(effort.seconds <= patienceMs(most[goal].seconds), `${goal}: ${effort.seconds} s`)
    }
    const daysAhead = (Date.parse(day) - Date.now()) / 86_400_000
    assert.ok(daysAhead > 5 && daysAhead < 9, `the calendar shows ${day}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(faults, [])

    // Unfinished text survives a reload.
    await locateMark(page, 'New post').click()
    const words = page.getByLabel('What do you want to say?')
    await words.fill('Half a thought about')
    await page.reload()
    await untilHolds(words, 'Half a thought about')

    await page.goto(`${installation.url}/start`)
    await page.getByRole('heading', { name: 'This installation already has an owner' }).waitFor()
    const api = await openApi(installation.url, 'Ada')
    const { timezone } = await api.get('/v1/auth/me')
    assert.equal(timezone, 'Asia/Tokyo')
  })
