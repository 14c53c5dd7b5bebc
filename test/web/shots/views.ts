import type { Page } from 'playwright-core'
import { drawPictures } from '#app/development/demo/draw-pictures.ts'
import { createRandom } from '#app/development/demo/random.ts'

const pictureSeed = 3

/** The IDs of resources for their URLs. */
interface Things {
  readonly conversation: string
  readonly post: string
  readonly webhook: string
}

/** The pages of a brand, by URL suffix. */
export const brandViews: Readonly<Record<string, (things: Things) => string>> = {
  home: () => '',
  calendar: () => '/calendar',
  week: () => '/calendar?view=week',
  'calendar-list': () => '/calendar?view=list',
  rehearsal: () => '/rehearsal?days=14',
  queue: () => '/queue',
  posts: () => '/posts',
  ideas: () => '/posts?tab=ideas',
  post: ({ post }) => `/posts/${post}`,
  inbox: () => '/inbox',
  conversation: ({ conversation }) => `/inbox?open=${conversation}`,
  'inbox-rules': () => '/inbox/rules',
  'inbox-numbers': () => '/inbox/numbers',
  recurring: () => '/recurring',
  compose: () => '/compose',
  connections: () => '/connections',
  analytics: () => '/analytics',
  'analytics-posts': () => '/analytics/posts?sort=views',
  'analytics-post': ({ post }) => `/analytics/posts/${post}`,
  'analytics-accounts': () => '/analytics/accounts',
  'best-times': () => '/analytics/best-times',
  outliers: () => '/analytics/outliers',
  compare: () => '/analytics/compare',
  labels: () => '/analytics/labels',
  campaign: () => '/analytics/labels?label=behind-the-scenes',
  library: () => '/media',
  settings: () => '/settings',
  'posting-times': () => '/settings/posting-times',
  account: () => '/settings/account',
  security: () => '/settings/account/security',
  apps: () => '/settings/account/apps',
  data: () => '/settings/account/data',
  usage: () => '/settings/usage',
  activity: () => '/settings/activity',
  members: () => '/settings/members',
  'settings-labels': () => '/settings/labels',
  'settings-texts': () => '/settings/texts',
  'mention-book': () => '/settings/texts?part=mentions',
  'api-keys': () => '/settings/api-keys',
  requests: () => '/settings/api-keys/requests',
  webhooks: () => '/settings/webhooks',
  webhook: ({ webhook }) => `/settings/webhooks/${webhook}`,
  admin: () => '/admin',
  'admin-users': () => '/admin/users',
  'admin-directory': () => '/admin/directory',
  'admin-queue': () => '/admin/queue',
  'admin-networks': () => '/admin/networks',
  'admin-crons': () => '/admin/crons',
  'admin-alerts': () => '/admin/alerts',
  'admin-backups': () => '/admin/backups',
  'admin-audit-log': () => '/admin/audit-log',
  'admin-self-tests': () => '/admin/self-tests',
  'admin-mails': () => '/admin/mails?mail=welcome',
  'admin-flags': () => '/admin/flags',
  'admin-tickets': () => '/admin/tickets',
  'admin-business': () => '/admin/business',
}

/** The pages for people who are not signed in. */
export const outsideViews: Readonly<Record<string, string>> = {
  'sign-in': '/auth/sign-in',
  'sign-up': '/auth/sign-up',
  start: '/start',
  forgot: '/auth/forgot',
  reset: '/auth/reset#token=none',
  confirm: '/auth/confirm#token=none',
  connected: '/auth/connected?status=connected&platform=bluesky',
  missing: '/auth/nowhere',
}

/** The parts of a page that load late. In a small window, some of them are behind a button. */
export const late: Readonly<Record<string, string>> = {
  compose: '[data-preview]',
  calendar: '[data-post], main section li',
  week: '[data-post], main section li',
  ideas: 'main li',
  'mention-book': 'a[href*="part=mentions"]',
  'admin-mails': 'iframe',
  'settings-texts': 'a[href*="part=mentions"]',
}

/** The actions on a page before its screenshot is taken. */
export const deeds: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  // An empty composer shows no previews.
  compose: async (page) => {
    await page.getByRole('textbox').first().fill(words)
    const [buffer = Buffer.alloc(0)] = await drawPictures(createRandom(pictureSeed))
    await page.locator('input[type=file]').first().setInputFiles({ name: 'huila.png', mimeType: 'image/png', buffer })
    await page
      .locator('[data-preview] img[src^="blob:"], [data-preview] img[src*="/media/"]')
      .first()
      .waitFor({ state: 'attached' })
    // The networks that need a video, a board or a square image, whose problems would hide the post.
    const tabs = page
      .getByRole('tablist')
      .first()
      .getByRole('tab', { name: /Instagram|Pinterest|TikTok|YouTube/ })
    for (const tab of await tabs.all()) await tab.press('Space')
    const tile = page.locator('button[aria-expanded][aria-label*="huila.png"]')
    await tile.click()
    await page.locator('textarea:focus').fill('A cup of coffee in front of hills')
    await tile.click()
    // The check follows a moment after the last change.
    await page.locator('main p.text-published').waitFor({ state: 'attached' })
  },
}

export const words =
  'The new Colombia Huila is on the shelf: cherry, cocoa and a long finish. Come by for a cup! #coffee'
