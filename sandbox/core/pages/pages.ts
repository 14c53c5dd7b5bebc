import type { Answer } from '../http/request.ts'
import type { FeedPost, Network } from '../network.ts'
import { firstAccounts } from '../people/accounts.ts'

/** The pages for people: the list of networks, and the posts on each, each network in its own look. */

const css = `
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif }
body { margin: 0 auto; padding: 1rem; max-width: 38rem }
a { color: inherit } nav { margin: 0 0 1rem; display: flex; gap: .75rem; flex-wrap: wrap }
article { border: 1px solid #8884; border-radius: .75rem; padding: .75rem 1rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
article header { display: flex; gap: .5rem; align-items: baseline; flex-wrap: wrap }
article header span, article footer, .quiet { color: #888; font-size: .875rem }
article p { white-space: pre-wrap; margin: .5rem 0 }
.media { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .5rem }
.media img, .media video { width: 100%; border-radius: .5rem; display: block }
figure { margin: 0 } figcaption { font-size: .8rem; color: #888 }
.card, blockquote { display: block; border: 1px solid #8884; border-radius: .5rem; padding: .5rem .75rem; margin: .5rem 0; text-decoration: none }
footer { display: flex; gap: 1rem }
body:has(.networks) { max-width: 64rem }
.networks { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .75rem }
.networks section { border: 1px solid #8884; border-radius: .75rem; padding: .25rem 1rem .75rem; overflow-wrap: anywhere }
.networks h2 { font-size: 1.125rem; margin: .5rem 0 0 } .networks p { margin: .25rem 0 .5rem } .networks nav { margin: 0; font-size: .875rem }
.networks .latest { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }`

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export function homePage(networks: readonly Network[], receivers: readonly string[]): Answer {
  const hooks = (receivers.length > 0 ? receivers : ['my-hook'])
    .map((name) => `<a href="/receiver/${name}">${name}</a>`)
    .join('')
  return page(
    'Sandbox',
    '',
    `<h1>Sandbox</h1><p>Networks that look real to Posthorn. Nothing leaves this machine.</p>
<div class="networks">${networks.map(networkCard).join('')}</div>
<h2>Webhook receivers</h2><nav>${hooks}</nav>
<p class="quiet"><a href="/control/state">state</a> · <a href="/control/ledger">ledger</a> · <a href="/control/calls">calls</a> · <a href="/control/faults">faults</a></p>`,
  )
}

/** A network on the home page: its latest post, and links to each account's feed. */
function networkCard(network: Network): string {
  const [latest] = network.feed({ account: null, limit: 1 })
  const text = latest?.text.map((part) => part.text).join('') || 'No text.'
  const shown = latest
    ? `<p class="latest">${escaped(text)}</p><p class="quiet">${escaped(latest.displayName)} · ${timeOf(latest)}</p>`
    : '<p class="quiet">No posts yet.</p>'
  const accounts = namesOf(network).map((name) => feedLink(network.id, name))
  const title = `<h2><a href="/feed/${network.id}">${escaped(network.title)}</a></h2>`
  return `<section>${title}${shown}<nav>${accounts.join('')}</nav></section>`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

const timeOf = ({ at }: FeedPost): string =>
  `<time datetime="${at.toISOString()}" title="${at.toISOString()}">${timeFormat.format(at)} UTC</time>`

export function feedPage(network: Network, account: string | null): Answer {
  const posts = network.feed({ account, limit: 50 })
  const title = account === null ? network.title : `${account} · ${network.title}`
  const links = [
    '<a href="/">All networks</a>',
    `<a href="/feed/${network.id}">All accounts</a>`,
    ...namesOf(network).map((name) => feedLink(network.id, name)),
  ]
  const body = posts.length === 0 ? '<p class="quiet">No posts yet.</p>' : posts.map(article).join('\n')
  const html = `<nav>${links.join('')}</nav><h1>${escaped(title)}</h1><main class="${network.id}">${body}</main>`
  return page(title, network.look.css, html, '<meta http-equiv="refresh" content="5">')
}

const namesOf = (network: Network): readonly string[] => network.accounts?.first ?? firstAccounts

const feedLink = (network: string, account: string): string =>
  `<a href="/feed/${network}/${encodeURIComponent(account)}">${escaped(account)}</a>`

function article(post: FeedPost): string {
  const text = post.text.map((part) => (part.href ? link(part.href, escaped(part.text)) : escaped(part.text))).join('')
  const media = post.media.map(
    (one) => `<figure>${shown(one)}${one.alt ? `<figcaption>${escaped(one.alt)}</figcaption>` : ''}</figure>`,
  )
  const { card } = post
  const picture = card?.image ? `<img src="${escaped(here(card.image))}" alt="">` : ''
  return [
    `<article id="${escaped(post.id)}">`,
    `<header><strong>${escaped(post.displayName)}</strong><span>${escaped(post.handle)} · ${timeOf(post)}</span></header>`,
    post.replyTo === null ? '' : `<p class="quiet">in reply to ${escaped(post.replyTo)}</p>`,
    post.warning === undefined ? '' : `<p class="quiet">${escaped(post.warning)}</p>`,
    `<p>${text}</p>`,
    media.length > 0 ? `<div class="media">${media.join('')}</div>` : '',
    card
      ? link(
          card.url,
          `${picture}<strong>${escaped(card.title || card.url)}</strong><br>${escaped(card.description)}`,
          'card',
        )
      : '',
    post.quote === undefined ? '' : `<blockquote>${escaped(post.quote)}</blockquote>`,
    `<footer>${post.counts.map(({ name, count }) => `<span>${count} ${escaped(name)}</span>`).join('')}</footer></article>`,
  ].join('')
}

function shown({ kind, url, alt }: FeedPost['media'][number]): string {
  if (url === null) return `<p class="quiet">${kind}, still processing</p>`
  if (kind === 'image') return `<img src="${escaped(here(url))}" alt="${escaped(alt)}" loading="lazy">`
  return `<${kind} src="${escaped(here(url))}" controls></${kind}>`
}

/**
 * Reduces the address of the sandbox's own media to its path, since the page may have been opened under another name of
 * this machine.
 */
const here = (url: string): string => url.replace(/^https?:\/\/[^/]+(?=\/media\/)/, '')

/** Renders a link; an address that is not http or https becomes plain text. */
function link(href: string, html: string, look = ''): string {
  const attributes = look === '' ? '' : ` class="${look}"`
  if (!/^https?:\/\//i.test(href)) return `<span${attributes}>${html}</span>`
  return `<a${attributes} href="${escaped(href)}" rel="nofollow noreferrer">${html}</a>`
}

export function page(title: string, look: string, body: string, head = ''): Answer {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${escaped(title)}</title><style>${css}\n${look}</style></head><body>${body}</body></html>`
  return { status: 200, headers, body: html }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
