import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages } from './pages.ts'
import { connectBluesky, listBarriers, notePending, openInstallation, password, settle, signUp } from './visitor.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

test('every page opens in each size and theme without errors, accessibility violations or sideways scrolling', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
    await first.page.getByRole('link', { name: 'Connections' }).first().click()
    await connectBluesky(first.page)
  }
  for (const viewport of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visitor = await installation.visit({ viewport, colorScheme })
      const { page, faults } = visitor
      const pending = notePending(page)
      await page.goto(`${url}/auth/sign-in`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page, pending)
      assert.deepEqual(await listBarriers(page), [], `sign-in ${viewport.width} ${colorScheme}`)
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
      const home = page.url().replace(/\/$/, '')
      for (const path of pages) {
        const where = `${path || '/'} ${viewport.width} ${colorScheme}`
        await page.goto(home + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settle(page, pending)
        assert.equal(page.url().replace(/\/$/, ''), home + path, 'the visitor is still signed in')
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, where)
        assert.match(await page.title(), / · Posthorn$/, where)
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(overflow, 0, `${where}: ${overflow} px too wide`)
        assert.deepEqual(await listBarriers(page), [], where)
      }
      assert.deepEqual(faults, [], `${viewport.width} ${colorScheme}`)
    }
  }
})

test('the accessibility check finds a violation', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  await visitor.page.goto(`${installation.url}/auth/sign-in`)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  await visitor.page.evaluate(
    "document.querySelector('main').append(Object.assign(document.createElement('p'), { textContent: 'grey', style: 'color: #ccc' }))",
  )
  assert.match((await listBarriers(visitor.page)).join('\n'), /color-contrast/)
})
