import type { Rooms } from '../control/control.ts'
import type { Answer } from '../http/request.ts'
import type { Network } from '../network.ts'
import { page } from './frame.ts'
import { escaped, tile, timeOf } from './html.ts'
import { deskLink, feedLink, namesOf } from './page-links.ts'

const css = `
main { max-width: 72rem } .lead { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; justify-content: space-between; margin-bottom: 1.25rem }
.networks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .75rem }
.networks section { display: grid; grid-template-rows: auto 1fr auto; gap: .75rem; padding: 1rem; overflow-wrap: anywhere }
.networks header { display: flex; gap: .75rem; align-items: center } .networks header div { flex: 1; min-width: 0 } .networks header p { margin: 0 }
.networks h2 a { text-decoration: none } .networks h2 a:hover { text-decoration: underline }
.latest { margin: 0; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
.networks nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .875rem } .networks nav a { text-decoration: none; color: light-dark(#1c4fb8, #86aaff) } .networks nav a:hover { text-decoration: underline }
.mark { border-radius: 1rem; padding: .125rem .5rem; font-size: .75rem; font-weight: 600; background: light-dark(#c02b2b1a, #ff8a8026) }
.more { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .75rem; margin-top: 2rem } .more div { padding: 1rem } .more ul { margin: .5rem 0 0; padding: 0; list-style: none } .more li { padding: .125rem 0 } .more p { margin: .25rem 0 0 }`

type Shown = Pick<Rooms, 'networks' | 'receivers' | 'faults' | 'calls' | 'ledger' | 'clock'>

/** All networks at a glance: the latest post of each, how busy it is, and what is broken. */
export function homePage({ networks, receivers, faults, calls, ledger, clock }: Shown): Answer {
  const broken = new Set(faults.list().map(({ network }) => network))
  const cards = networks.map((network) =>
    networkCard(network, { isBroken: broken.has(network.id), posts: ledger.entries({ network: network.id }).length }),
  )
  const named = receivers.list().map(({ name }) => name)
  const hooks = (named.length > 0 ? named : ['my-hook'])
    .map((name) => `<li><a href="/receiver/${name}">${name}</a></li>`)
    .join('')
  const body = `<main><div class="lead"><h1>Sandbox</h1><span class="quiet">${calls.total} calls so far · ${calls.open} under way · the time here is ${timeOf(clock.now())}</span></div>
<div class="networks">${cards.join('')}</div>
<div class="more">
<div class="panel"><h2>Webhook receivers</h2><p class="quiet">They keep and verify what Posthorn sends.</p><ul>${hooks}</ul></div>
<div class="panel"><h2>For programs</h2><p class="quiet">What programs read to judge what happened.</p><ul><li><a href="/control/ledger">Ledger</a></li><li><a href="/control/calls?limit=200">Calls</a></li><li><a href="/control/faults">Faults</a></li><li><a href="/control/state">State</a></li></ul></div>
</div></main>`
  return page({ title: 'Sandbox', css, body, follows: true })
}

interface Facts {
  readonly isBroken: boolean
  readonly posts: number
}

/** A network on the home page: its latest post, and links to each account's feed. */
function networkCard(network: Network, { isBroken, posts }: Facts): string {
  const [latest] = network.feed({ account: null, limit: 1 })
  const text = latest?.text.map((part) => part.text).join('') || 'No text.'
  const shown = latest
    ? `<div><p class="latest">${escaped(text)}</p><p class="quiet">${escaped(latest.displayName)} · ${timeOf(latest.at)}</p></div>`
    : '<p class="quiet latest">No posts yet.</p>'
  const mark = isBroken ? '<span class="mark bad">broken</span>' : ''
  const title = `<div><h2><a href="/feed/${network.id}">${escaped(network.title)}</a></h2><p class="quiet">${posts} ${posts === 1 ? 'entry' : 'entries'} since the start</p></div>`
  const links = namesOf(network).map((name) => deskLink(network, name) ?? feedLink(network.id, name))
  return `<section class="panel"><header>${tile(network.title)}${title}${mark}</header>${shown}<nav>${links.join('')}</nav></section>`
}
