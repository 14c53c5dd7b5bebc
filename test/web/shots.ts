import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { openApi, openInstallation, password } from './visitor.ts'

/**
 * The program `npm run shots`: takes pictures of the pages, full of demo data, in each look. They are for eyes, before a
 * release and for the README: `npm run shots -- analytics` takes those of one page, `npm run shots -- dark` those of
 * one look.
 */

const folder = join(import.meta.dirname, '../../shots')

const views = {
  home: '',
  calendar: '/calendar',
  week: '/calendar?view=week',
  rehearsal: '/rehearsal?days=14',
  queue: '/queue',
  posts: '/posts',
  recurring: '/recurring',
  compose: '/compose',
  connections: '/connections',
  analytics: '/analytics',
  'analytics-posts': '/analytics/posts?sort=views',
  'analytics-accounts': '/analytics/accounts',
  'best-times': '/analytics/best-times',
  outliers: '/analytics/outliers',
  compare: '/analytics/compare',
  labels: '/analytics/labels',
  library: '/media',
  settings: '/settings',
  account: '/settings/account',
  admin: '/admin',
  'admin-queue': '/admin/queue',
  'admin-crons': '/admin/crons',
  'admin-alerts': '/admin/alerts',
  'admin-audit-log': '/admin/audit-log',
  'admin-self-tests': '/admin/self-tests',
} as const

const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2 },
  // German words are long, and a small window has least room for them.
  german: { viewport: { width: 1024, height: 768 }, colorScheme: 'light', locale: 'de-DE' },
  'german-phone': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, locale: 'de-DE' },
} as const

const words = 'The new Colombia Huila is on the shelf: cherry, cocoa and a long finish. Come by for a cup! #coffee'
/** Posts of today, for the pages of the sandbox. */
const fresh = [
  { content: words, platforms: ['bluesky', 'facebook', 'threads'] },
  {
    content: 'Open cupping on Saturday at ten. Twelve places, six coffees, no homework.',
    platforms: ['mastodon', 'x'],
  },
  { content: 'Meet Ines, who roasts everything that leaves the house.', platforms: ['instagram', 'linkedin'] },
] as const
const settleMs = 1_500
const wanted = process.argv.slice(2)
const wantedLooks = wanted.filter((name) => name in looks)
const wantedViews = wanted.filter((name) => !wantedLooks.includes(name))
const isWanted = (name: string): boolean => wantedViews.length === 0 || wantedViews.includes(name)
const isWantedLook = (look: string): boolean => wantedLooks.length === 0 || wantedLooks.includes(look)

await mkdir(folder, { recursive: true })
await using installation = await openInstallation()
const { url, sandboxUrl } = installation
const signedUp = await fetch(`${url}/v1/auth/sign-up`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password }),
})
if (!signedUp.ok) throw new Error(`Ada could not sign up: ${await signedUp.text()}`)
await installation.addDemoData(12)
for (const [look, options] of Object.entries(looks)) {
  if (!isWantedLook(look) || !Object.keys(views).some(isWanted)) continue
  await using visitor = await installation.visit({ ...options, reducedMotion: 'reduce', timezoneId: 'Europe/Berlin' })
  const { page } = visitor
  await page.goto(`${url}/auth/sign-in`)
  await page.locator('input[type=email]').fill('ada@example.com')
  await page.locator('input[type=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/p\/prof_/)
  const home = page.url().split('/').slice(0, 5).join('/')
  for (const [name, path] of Object.entries(views))
    if (isWanted(name)) await shoot(page, home + path, `${name}-${look}`)
}
if (isWanted('sandbox')) {
  await publishEverywhere()
  await using visitor = await installation.visit({ reducedMotion: 'reduce' })
  await shoot(visitor.page, sandboxUrl, 'sandbox-light')
}
console.log(`The pictures are in ${folder}.`)

/** Publishes on the networks that need no choices, so that the sandbox has something to show. */
async function publishEverywhere(): Promise<void> {
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const { media: files } = await api.get(`/v1/media?profileId=${profileId}`)
  for (const [nth, { content, platforms }] of fresh.entries()) {
    const media = [{ storagePath: files[nth].storagePath, altText: 'A cup of coffee that steams' }]
    const { id } = await api.post('/v1/posts', { profileId, content, platforms, media })
    await until('the post is out', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  }
}

async function shoot(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate('document.fonts.ready')
  // An empty composer shows no previews.
  if (name.startsWith('compose')) await page.getByRole('textbox').first().fill(words)
  // Late numbers: the stream of live events keeps the network from ever being idle.
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}
