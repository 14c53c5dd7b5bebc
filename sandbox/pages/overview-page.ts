import type { SandboxState } from '../core/control/control.ts'
import type { Answer } from '../core/http/request.ts'
import type { Network } from '../core/network.ts'
import { empty, escaped, tile } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'
import { agoOf, timeOf } from '../core/pages/frame/time.ts'
import { here } from '../core/pages/posts/draw-media.ts'
import { namesOf, personLink } from './page-links.ts'
import { wordsOf } from './post-words.ts'
import { drawCalls, wireCss } from './wire/draw-calls.ts'

const css = `${wireCss}
.lead .facts { flex-basis: 100%; max-width: none; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .875rem; color: var(--ink-2) } .facts b { font-weight: 600; color: var(--ink); font-variant-numeric: tabular-nums }
.networks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: .875rem } .networks section { position: relative; display: grid; grid-template-rows: auto 1fr auto; gap: .75rem; padding: 1rem; overflow-wrap: anywhere } .networks section:hover { border-color: var(--line-strong) }
.networks header { display: flex; gap: .75rem; align-items: center } .networks header > div { flex: 1; min-width: 0 } .networks h2 a { color: inherit; text-decoration: none } .networks h2 a::after { content: ""; position: absolute; inset: 0; border-radius: .75rem }
.latest { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem .75rem; font-size: .9375rem } .latest { align-content: start } .latest p { align-self: start; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden } .latest img { width: 3.25rem; height: 3.25rem; border-radius: .375rem; object-fit: cover } .latest .quiet { grid-column: 1 / -1; font-size: .8125rem }
.networks nav { position: relative; display: flex; flex-wrap: wrap; gap: .125rem .875rem; font-size: .8125rem } .networks nav a { display: inline-flex; align-items: center; min-height: 1.5rem; text-decoration: none } .networks nav a:hover { text-decoration: underline }
.below { display: grid; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); gap: 1.5rem; margin-top: 2.25rem } .below h2 { margin-bottom: .75rem } .below ul { margin: 0; padding: .75rem 1rem; list-style: none; font-size: .9375rem } .below li { padding: .125rem 0 } .below section + section { margin-top: 0 } .aside { display: grid; gap: 1.5rem; align-content: start } @media (max-width: 60rem) { .below { grid-template-columns: minmax(0, 1fr) } }`

type Shown = Pick<SandboxState, 'networks' | 'receivers' | 'faults' | 'calls' | 'exchanges' | 'ledger' | 'clock'>

const maxCalls = 8

/** Renders an overview of all networks: their latest posts, activity and faults. */
export function overviewPage({ networks, receivers, faults, calls, exchanges, ledger, clock }: Shown): Answer {
  const now = clock.now()
  const broken = new Set(faults.list().map(({ network }) => network))
  const cards = networks.map((network) =>
    drawNetwork(network, {
      isBroken: broken.has(network.id),
      posts: ledger.entries({ network: network.id }).length,
      now,
    }),
  )
  const newest = calls.newest(maxCalls)
  const log =
    newest.length > 0
      ? drawCalls(newest, exchanges)
      : empty('No requests yet', 'Connect an account in Posthorn to see its requests here.')
  const named = receivers.list().map(({ name }) => name)
  const hooks = (named.length > 0 ? named : ['my-hook']).map(
    (name) => `<li><a href="/receiver/${name}">${name}</a></li>`,
  )
  const programs = [
    ['ledger', 'Ledger'],
    ['calls?limit=200', 'Calls'],
    ['faults', 'Faults'],
    ['state', 'State'],
  ].map(([path, name]) => `<li><a href="/control/${path}">${name}</a></li>`)
  const facts =
    `<p class="facts"><span><b>${calls.total}</b> calls</span><span><b>${ledger.entries().length}</b> new ` +
    `posts</span><span>${broken.size === 0 ? 'all networks are up' : `<b class="bad">${broken.size}</b> broken`}</span><span>Sandbox time: ${timeOf(now)}</span></p>`
  const body = `<main id="overview" data-live><div class="lead"><div><h1>Sandbox</h1><p>Simulated networks on this machine. Nothing here reaches a real one.</p></div>${facts}</div>
<div class="networks">${cards.join('')}</div>
<div class="below"><section><h2>Latest requests</h2>${log}</section><div class="aside"><section><h2>Webhook receivers</h2><ul class="panel">${hooks.join('')}</ul></section><section><h2>For developers</h2><ul class="panel">${programs.join('')}</ul></section></div></div></main>`
  return page({ title: 'Overview', place: '/', css, body, follows: true })
}

interface Facts {
  readonly isBroken: boolean
  readonly posts: number
  readonly now: Date
}

/** Draws a network: its latest post, and links to the view of each account. */
function drawNetwork(network: Network, { isBroken, posts, now }: Facts): string {
  const { id, title } = network
  const mark = isBroken ? `<span class="badge bad">broken</span>` : ''
  const head =
    `<div><h2><a href="/feed/${id}">${escaped(title)}</a></h2><p ` +
    `class="quiet">${posts === 0 ? 'No new posts' : `${posts} new ${posts === 1 ? 'post' : 'posts'}`}</p></div>`
  const links = namesOf(network).map((name) => personLink(network, name))
  return `<section class="panel" data-key="${id}"><header>${tile(title)}${head}${mark}</header>${drawLatest(network, now)}<nav aria-label="Accounts on ${escaped(title)}">${links.join('')}</nav></section>`
}

function drawLatest(network: Network, now: Date): string {
  const [latest] = network.feed({ account: null, limit: 1 })
  if (!latest) return '<p class="quiet">No posts yet</p>'
  const image = latest.media.find(({ kind, url }) => kind === 'image' && url !== null)?.url
  return `<div class="latest"><p>${escaped(wordsOf(latest))}</p>${image ? `<img src="${escaped(here(image))}" alt="">` : ''}<p class="quiet">${escaped(latest.displayName)} · ${agoOf(latest.at, now)}</p></div>`
}
