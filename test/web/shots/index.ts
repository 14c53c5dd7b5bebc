import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { notePending, openApi, openInstallation, password, settle } from '../visitor.ts'
import { looks } from './looks.ts'
import { brandViews, deeds, late, outsideViews, words } from './views.ts'

/**
 * Runs `npm run shots`: takes screenshots of the pages with demo data, in each look. They are for visual checks before
 * a release and for the README: `npm run shots -- analytics` takes those of one page, `npm run shots -- dark` those of
 * one look. With `whole`, a picture shows the page below the window's end too.
 */

const folder = join(import.meta.dirname, '../../../shots')

/** Posts from today, for the pages of the sandbox. */
const fresh = [
  { content: words, platforms: ['bluesky', 'facebook', 'threads'] },
  {
    content: 'Open cupping on Saturday at ten. Twelve places, six coffees, no homework.',
    platforms: ['mastodon', 'x'],
  },
  { content: 'Meet Ines, who roasts everything that leaves the house.', platforms: ['instagram', 'linkedin'] },
] as const
const isWhole = process.argv.includes('whole')
const wanted = process.argv.slice(2).filter((name) => name !== 'whole')
const names = [...Object.keys(brandViews), ...Object.keys(outsideViews), 'sandbox']
const unknown = wanted.filter((name) => !(name in looks) && !names.includes(name))
if (unknown.length > 0)
  throw new Error(
    `No page or look is called ${unknown.join(', ')}. Pages: ${names.join(', ')}. Looks: ${Object.keys(looks).join(', ')}.`,
  )
const wantedLooks = wanted.filter((name) => name in looks)
const wantedViews = wanted.filter((name) => !(name in looks))
const isWanted = (name: string): boolean => wantedViews.length === 0 || wantedViews.includes(name)
const isWantedLook = (look: string): boolean => wantedLooks.length === 0 || wantedLooks.includes(look)

await mkdir(folder, { recursive: true })
await using installation = await openInstallation()
const { url, sandboxUrl } = installation
const signedUp = await fetch(`${url}/v1/auth/sign-up`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password, timezone: 'Europe/Berlin' }),
})
if (!signedUp.ok) throw new Error(`Ada could not sign up: ${await signedUp.text()}`)
await installation.addDemoData(12)
const things = await findThings()
for (const [look, options] of Object.entries(looks)) {
  if (!isWantedLook(look)) continue
  await using visitor = await installation.visit({ ...options, reducedMotion: 'reduce', timezoneId: 'Europe/Berlin' })
  const { page } = visitor
  for (const [name, path] of Object.entries(outsideViews)) if (isWanted(name)) await shoot(page, url + path, name, look)
  if (!Object.keys(brandViews).some(isWanted)) continue
  await page.goto(`${url}/auth/sign-in`)
  await page.locator('input[type=email]').fill('ada@example.com')
  await page.locator('input[type=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/p\/prof_/)
  const home = page.url().split('/').slice(0, 5).join('/')
  for (const [name, pathTo] of Object.entries(brandViews))
    if (isWanted(name)) await shoot(page, home + pathTo(things), name, look)
}
if (isWanted('sandbox')) {
  await publishEverywhere()
  await using visitor = await installation.visit({ reducedMotion: 'reduce' })
  await shoot(visitor.page, sandboxUrl, 'sandbox', 'light')
}
console.log(`The pictures are in ${folder}.`)

/** Finds a published post, and creates a webhook with an attempted delivery. */
async function findThings() {
  const { get, post } = await openApi(url, 'Ada')
  const profiles: readonly { readonly id: string; readonly name: string }[] = await get('/v1/profiles')
  const profileId = profiles.find(({ name }) => name === 'Lantern Coffee')?.id ?? ''
  const { posts } = await get(`/v1/posts?profileId=${profileId}&status=published&limit=1`)
  const webhook = await post('/v1/webhooks', {
    url: `${sandboxUrl}/receiver/shop`,
    events: ['post.published', 'post.failed'],
  })
  await post(`/v1/webhooks/${webhook.id}/test`, {})
  return { post: posts[0].id as string, webhook: webhook.id as string, conversation: await findConversation(profileId) }
}

/** Has people talk to the accounts for the pages of the inbox. Returns a conversation about a post. */
async function findConversation(profileId: string): Promise<string> {
  if (!isWanted('inbox') && !isWanted('conversation')) return ''
  const api = await openApi(url, 'Ada')
  await makePeopleTalk(api, { sandboxUrl, profileId, person: 'carla' }, 'The new Huila is on the shelf.')
  const { conversations } = await api.get(`/v1/inbox/conversations?profileId=${profileId}&kind=comment`)
  return conversations[0].id
}

/** Publishes on the networks that need no settings, so that the sandbox has something to show. */
async function publishEverywhere(): Promise<void> {
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const { media: files } = await api.get(`/v1/media?profileId=${profileId}`)
  for (const [nth, { content, platforms }] of fresh.entries()) {
    const media = [{ storagePath: files[nth].storagePath, altText: 'A cup of coffee that steams' }]
    const { id } = await api.post('/v1/posts', { profileId, content, platforms, media })
    await until('the post is published', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  }
}

async function shoot(page: Page, address: string, name: string, look: string): Promise<void> {
  const pending = notePending(page)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate('document.fonts.ready')
  await deeds[name]?.(page)
  if (late[name]) await page.locator(late[name]).first().waitFor({ state: 'attached' })
  await settle(page, pending)
  await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled', fullPage: isWhole })
}
