import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, notePending, openApi, openInstallation, password, settle, signUp } from '../visitor.ts'

const arabic = 'مخبز الحي: خبز الجاودار كل صباح! '
const longName = arabic.repeat(5).slice(0, 100)
const words = `${arabic.repeat(6).trim()} #خبز`
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Lists the texts in a script from right to left that the page sets from left to right. */
const listMisread = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    const own = element.tagName === 'TEXTAREA' ? element.value : [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
    if (!/^\\s*[\\u0600-\\u06ff]/.test(own) || element.tagName === 'OPTION' || element.closest('[aria-hidden=true]')) continue
    if (getComputedStyle(element).direction !== 'rtl') found.push(element.tagName + ' ' + own.slice(0, 30))
  }
  return found
})()`

test('names of 100 characters and posts from right to left have room, and read as they were written', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
    await first.page.getByRole('link', { name: 'Connections' }).first().click()
    await connectBluesky(first.page)
  }
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { name: longName })
  await api.patch('/v1/auth/me', { name: longName })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const post = { profileId, content: words, platforms: ['bluesky'] }
  const { id } = await api.post('/v1/posts', { ...post, scheduledAt })
  const draft = await api.post('/v1/posts', { ...post, saveAsDraft: true })
  await api.post('/v1/recurring-posts', { postId: draft.id, cron: '0 6 * * *', timezone: 'UTC' })
  await api.post('/v1/api-keys', { name: longName, scopes: ['posts:read'] })
  const faults: string[] = []
  for (const viewport of sizes) {
    await using visitor = await installation.visit({ viewport })
    const { page } = visitor
    const pending = notePending(page)
    await page.goto(`${url}/auth/sign-in`)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/p\//)
    for (const path of [
      '',
      '/calendar',
      '/calendar?view=week',
      '/queue',
      '/posts',
      `/posts/${id}`,
      `/compose?post=${id}`,
      '/recurring',
      '/settings',
      '/settings/account',
      '/settings/members',
      '/settings/api-keys',
    ]) {
      const where = `${path || '/'} ${viewport.width}`
      await page.goto(`${url}/p/${profileId}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page, pending)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (overflow !== 0) faults.push(`${where}: ${overflow} px too wide`)
      for (const text of await page.evaluate<string[]>(listMisread))
        faults.push(`${where}: from left to right: ${text}`)
    }
  }
  assert.deepEqual(faults, [])
})
