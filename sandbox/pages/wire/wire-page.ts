import type { LoggedCall } from '../../core/control/call-log.ts'
import type { SandboxState } from '../../core/control/control.ts'
import type { Answer } from '../../core/http/request.ts'
import type { Network } from '../../core/network.ts'
import { empty, escaped } from '../../core/pages/frame/html.ts'
import { page } from '../../core/pages/frame/page.ts'
import { timeOf } from '../../core/pages/frame/time.ts'
import type { FeedPost } from '../../core/pages/posts/feed-post.ts'
import { wordsOf } from '../post-words.ts'
import { drawCalls, outcomeOf, wireCss } from './draw-calls.ts'

type WireState = Pick<SandboxState, 'networks' | 'calls' | 'exchanges'>

const maxShown = 100
const outcomes = { '': 'All responses', good: 'Success', bad: 'Errors', fault: 'Simulated failures' } as const

/** Renders all calls to the networks like an inspector: newest first, by network and outcome. */
export function wirePage(state: WireState, query: URLSearchParams): Answer {
  const network = query.get('network') ?? ''
  const outcome = query.get('answer') ?? ''
  const isWanted = (call: LoggedCall) =>
    (network === '' || call.network === network) &&
    (outcome === 'fault' ? call.fault !== null : outcome === '' || outcomeOf(call) === outcome)
  const shown = state.calls.newest(maxShown, isWanted)
  const filters = `<form class="filters" method="get">${select('network', 'Network', [['', 'All networks'], ...state.networks.map(({ id, title }) => [id, title] as const)], network)}${select('answer', 'Response', Object.entries(outcomes), outcome)}<button>Show</button><label class="follow"><input type="checkbox" id="follow" checked> Follow</label></form>`
  const list =
    shown.length > 0
      ? drawCalls(shown, state.exchanges)
      : empty('No requests found', 'Connect an account or publish a post. Requests to the networks appear here live.')
  const body = `<main class="middle"><div class="lead"><div><h1>Request log</h1><p>Requests between Posthorn and the networks. Secrets are masked.</p></div></div>${filters}<div id="calls" data-live>${list}</div></main>`
  return page({ title: 'Request log', place: '/wire', css: wireCss, body, follows: true })
}

/** The calls from this time before a post until this time after it are shown with it. */
const beforeMs = 60_000
const afterMs = 10_000
const maxPosts = 1_000

/** Renders the calls of an account around one of its posts. Null if the post is not found. */
export function postWirePage(state: WireState, network: Network, account: string, id: string): Answer | null {
  const post = network.feed({ account, limit: maxPosts }).find((one) => one.id === id)
  if (!post) return null
  const calls = state.calls.newest(maxPosts, (call) => isAround(call, network.id, post)).toReversed()
  const list =
    calls.length > 0
      ? drawCalls(calls, state.exchanges)
      : empty('No requests', 'Requests from earlier runs aren’t kept. Publish a post to see its requests.')
  const back = `/feed/${network.id}/${encodeURIComponent(account)}#${encodeURIComponent(id)}`
  const body = `<main class="middle"><div class="lead"><div><h1>Requests for this post</h1><p>Requests for ${escaped(account)}, from 1 minute before to 10 seconds after the post. Secrets are masked.</p></div><a class="button" href="${back}">Back to post</a></div>
<blockquote class="panel of">${escaped(wordsOf(post))}<br><span class="quiet">${escaped(network.title)} · ${escaped(post.handle)} · ${timeOf(post.at)}</span></blockquote>${list}</main>`
  return page({ title: `Requests · ${network.title}`, likeness: network.title, place: '/wire', css: wireCss, body })
}

function isAround(call: LoggedCall, network: string, { account, at }: FeedPost): boolean {
  const distanceMs = Date.parse(call.at) - at.getTime()
  return call.network === network && call.account === account && distanceMs >= -beforeMs && distanceMs <= afterMs
}

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, title: string])[],
  chosen: string,
): string {
  const all = options.map(
    ([value, title]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${escaped(title)}</option>`,
  )
  return `<label><span class="sr">${label}</span><select name="${name}">${all.join('')}</select></label>`
}
