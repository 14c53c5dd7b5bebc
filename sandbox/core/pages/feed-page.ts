import type { Answer } from '../http/request.ts'
import type { FeedPost, Network } from '../network.ts'
import { page } from './frame.ts'
import { escaped, link, timeOf } from './html.ts'
import { feedLink, namesOf, wireLink } from './page-links.ts'

const css = `
article { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .75rem; border: 1px solid light-dark(#e3e6eb, #2a2e36); border-radius: .75rem; padding: 1rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
article > * { grid-column: 2 } article .face { grid-column: 1; grid-row: 1 / span 2; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; font-weight: 600; color: #fff; background: hsl(var(--hue) 45% 38%) }
article header { display: flex; gap: 0 .5rem; align-items: baseline; flex-wrap: wrap }
article header span, article footer { color: light-dark(#5b626e, #9aa2af); font-size: .875rem } article header span { overflow-wrap: anywhere }
article header a { color: inherit; text-decoration: none }
article p { white-space: pre-wrap; margin: .25rem 0 .5rem } article p:empty { display: none }
article:target { animation: found 3s ease-out } @keyframes found { from { box-shadow: 0 0 0 3px light-dark(#c08a1e, #e0b050) } }
@media (prefers-reduced-motion: reduce) { article:target { animation: none; outline: 2px solid light-dark(#c08a1e, #e0b050) } }
.media { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: .5rem; margin-bottom: .5rem }
.media p { margin: 0; padding: 1rem; text-align: center }
.media img, .media video { width: 100%; max-height: 34rem; object-fit: cover; border-radius: .5rem; display: block }
figure { margin: 0 } figcaption { font-size: .8125rem; color: light-dark(#5b626e, #9aa2af); padding-top: .25rem }
.card, blockquote { display: block; border: 1px solid light-dark(#e3e6eb, #2a2e36); border-radius: .5rem; padding: .625rem .75rem; margin: 0 0 .5rem; text-decoration: none } .card img { width: 100%; border-radius: .25rem; display: block; margin-bottom: .5rem }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1rem } footer .wire { margin-inline-start: auto; font-size: .8125rem; color: inherit }
.empty { text-align: center; padding: 3rem 1rem }`

/** The posts on a network, in its own layout. */
export function feedPage(network: Network, account: string | null): Answer {
  const posts = network.feed({ account, limit: 50 })
  const title = account === null ? network.title : `${account} · ${network.title}`
  const all = `<a href="/feed/${network.id}"${account === null ? ' aria-current="page"' : ''}>All accounts</a>`
  const links = [all, ...namesOf(network).map((name) => feedLink(network.id, name, name === account))]
  const heading = `<div class="heading"><h1>${escaped(title)}</h1><nav class="accounts" aria-label="Accounts">${links.join('')}</nav></div>`
  const content =
    posts.length === 0
      ? '<p class="quiet empty">No posts yet.</p>'
      : posts.map((post) => article(network.id, post)).join('\n')
  const body = `${heading}<main class="${network.id}">${content}</main>`
  return page({ title, likeness: network.title, css: css + network.look.css, body, follows: true })
}

function article(network: string, post: FeedPost): string {
  const text = post.text.map((part) => (part.href ? link(part.href, escaped(part.text)) : escaped(part.text))).join('')
  const media = post.media.map(
    (one) => `<figure>${shown(one)}${one.alt ? `<figcaption>${escaped(one.alt)}</figcaption>` : ''}</figure>`,
  )
  const cards = post.cards ?? (post.card ? [post.card] : [])
  const counts = post.counts.map(({ name, count }) => `<span>${count} ${escaped(name)}</span>`).join('')
  return [
    `<article id="${escaped(post.id)}">`,
    `<span class="face" aria-hidden="true" style="--hue: ${hueOf(post.account)}">${escaped(post.displayName.slice(0, 1))}</span>`,
    `<header><strong>${escaped(post.displayName)}</strong><span>${escaped(post.handle)} · <a href="#${escaped(post.id)}">${timeOf(post.at)}</a></span></header>`,
    post.replyTo === null ? '' : `<p class="quiet">in reply to ${escaped(post.replyTo)}</p>`,
    post.warning === undefined ? '' : `<p class="quiet">${escaped(post.warning)}</p>`,
    `<p>${text}</p>`,
    media.length > 0 ? `<div class="media">${media.join('')}</div>` : '',
    ...cards.map(shownCard),
    post.quote === undefined ? '' : `<blockquote>${escaped(post.quote)}</blockquote>`,
    `<footer>${counts}<a class="wire" href="${wireLink(network, post.account, post.id)}">Wire log</a></footer></article>`,
  ].join('')
}

function shownCard({ url, title, description, image }: NonNullable<FeedPost['card']>): string {
  const picture = image ? `<img src="${escaped(here(image))}" alt="">` : ''
  return link(url, `${picture}<strong>${escaped(title || url)}</strong><br>${escaped(description)}`, 'card')
}

/** A colour of the account's picture, the same on every network. */
const hueOf = (account: string): number => [...account].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7)

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
