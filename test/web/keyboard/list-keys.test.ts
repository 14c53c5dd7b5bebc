import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'
import { findFocusFault } from './judge-focus.ts'

/** The pages with lists, by what Enter does on their first row. */
const lists: Readonly<Record<string, RegExp | 'has the focus only'>> = {
  '': /\/(?:posts\/post_|connections)/,
  '/posts': /\/posts\/post_/,
  '/posts?sort=views': /\/posts\/post_/,
  '/queue': /\/posts\/post_/,
  '/rehearsal': /\/posts\/post_/,
  '/calendar?view=list': /\/posts\/post_|\/recurring\?rule=/,
  '/recurring': /\/posts\/post_/,
  '/media': /file=media_/,
  '/connections': /\/queue\?account=acc_/,
  '/analytics/posts': /\/analytics\/posts\/post_/,
  '/settings/members': 'has the focus only',
  '/settings/webhooks': /\/webhooks\/\w+/,
  '/settings/api-keys': 'has the focus only',
  '/settings/activity': /./,
  '/admin/users': /user=usr_/,
  '/admin/networks': 'has the focus only',
  '/admin/crons': /cron=/,
  '/admin/audit-log': /entry=aud_/,
  '/admin/mails': /mail=/,
}

/** Returns the position of the row that has the focus, and the number of rows, from 1. 0 without focus. */
const readRow = (page: Page): Promise<readonly [number, number]> =>
  page.evaluate(`(() => {
    const rows = 'main :is(ul[aria-label] > li, [role=listitem], tbody[data-rows] > tr)'
    const all = [...document.querySelectorAll(rows)].filter((row) =>
      row.getClientRects().length > 0 && !row.parentElement.closest(rows))
    return [all.findIndex((row) => row.contains(document.activeElement)) + 1, all.length]
  })()`)

test('J and K walk through the rows of every list, with a visible focus, and Enter opens a row', async (t) => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, installation.url, 'Ada')
  await installation.addDemoData(1)
  const api = await openApi(installation.url, 'Ada')
  const profiles: readonly { readonly id: string; readonly name: string }[] = await api.get('/v1/profiles')
  const profileId = profiles.find(({ name }) => name === 'Lantern Coffee')?.id
  const home = `${installation.url}/p/${profileId}`
  for (const nth of [1, 2])
    await api.post('/v1/webhooks', { url: `${installation.sandboxUrl}/receiver/r${nth}`, events: ['post.published'] })
  for (const name of ['one', 'two']) await api.post('/v1/api-keys', { name, scopes: ['posts:read'] })
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}&limit=1`)
  for (const weekday of [1, 2])
    await api.post('/v1/recurring-posts', { postId: posts[0].id, cron: `0 9 * * ${weekday}`, timezone: 'UTC' })
  const pending = notePending(page)
  for (const [place, enters] of Object.entries(lists))
    await t.test(place || 'home', async () => {
      await page.goto(home + place)
      await settle(page, pending)
      await until('there are rows', async () => (await readRow(page))[1] > 0)
      await page.keyboard.press('j')
      const [first, count] = await readRow(page)
      assert.equal(first, 1)
      assert.equal(await page.evaluate(`document.activeElement.matches(':focus-visible')`), true, 'the focus is seen')
      assert.equal(await findFocusFault(page), '')
      if (count > 1) {
        await page.keyboard.press('j')
        assert.equal((await readRow(page))[0], 2)
        await page.keyboard.press('k')
      }
      await page.keyboard.press('k')
      assert.equal((await readRow(page))[0], 1, 'the first row stays')
      const before = page.url()
      if (enters === 'has the focus only') return
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.href !== before && enters.test(url.href))
    })

  await page.goto(`${home}/posts`)
  await settle(page, pending)
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('region', { name: '2 posts selected' }).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('region', { name: '1 post selected' }).waitFor()
  assert.equal((await readRow(page))[0], 3)

  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next / previous row of a list').waitFor()
  await page.keyboard.press('Escape')
  await page.evaluate(`localStorage.setItem('posthorn.single-keys', 'off')`)
  await page.reload()
  await page.getByRole('listitem').first().waitFor()
  await page.keyboard.press('j')
  assert.equal((await readRow(page))[0], 0, 'single keys are off')
  assert.deepEqual(faults, [])
})
