import { escapeHtml } from '#kernel/text/escape-html.ts'
import { route } from '../route.ts'
import type { Edge } from '../server.ts'
import { guidePolicy, pageOf } from './page.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

export interface HomeFacts {
  /** The URL of the sandbox; null if it is not running. */
  readonly sandboxUrl: string | null
  readonly needsInvitation: boolean
}

/** Adds the page at `/` for people who open an installation's URL in a browser. */
export function addHome(app: Edge, facts: HomeFacts): void {
  let page: Promise<StoredPage> | null = null
  route(app, {
    get: '/',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    does: async (request, reply) => {
      page ??= storePage('text/html; charset=utf-8', renderHome(facts))
      return sendStored(request, reply, await page, { policy: guidePolicy })
    },
  })
}

interface Card {
  readonly url: string
  readonly title: string
  readonly about: string
}

function renderHome({ sandboxUrl, needsInvitation }: HomeFacts): string {
  const cards: Card[] = [
    { url: '/docs/guides/tour', title: 'Tour', about: 'From an account to a published post, step by step.' },
    { url: '/docs/', title: 'API reference', about: 'Every operation, with examples.' },
    { url: '/docs/guides', title: 'Guides', about: 'Posting, networks, webhooks, client libraries and self-hosting.' },
  ]
  if (sandboxUrl !== null)
    cards.push({
      url: escapeHtml(sandboxUrl),
      title: 'Sandbox',
      about: 'Simulated networks for testing. Nothing leaves this machine.',
    })
  const items = cards.map(({ url, title, about }) => `<li><a href="${url}">${title}</a><span>${about}</span></li>`)
  const entry = needsInvitation
    ? 'You need an invitation to sign up. Check your invitation email.'
    : 'Anyone with this URL can sign up.'
  const body = `<h1>Posthorn</h1>
<p>This server publishes posts to social networks through one API. A team writes a post once, and it is published to each network exactly once, on time.</p>
<ul class="cards">${items.join('')}</ul>
<p>${entry}</p>`
  return pageOf({ hasWeb: false }, { title: 'Home', place: null, nav: null, body })
}
