import type { CallLog, LoggedCall } from '../control/call-log.ts'
import type { Answer } from '../http/request.ts'
import type { Network } from '../network.ts'
import { page } from './frame.ts'
import { escaped, timeOf } from './html.ts'

const css = `
main { max-width: 52rem } .scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums }
th { text-align: start; font-weight: 400; color: light-dark(#5b626e, #9aa2af) } th, td { padding: .5rem .75rem; white-space: nowrap } tr + tr td { border-top: 1px solid light-dark(#e3e6eb, #2a2e36) }
blockquote { margin: 1rem 0; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere }`

/** The calls from this long before a post until this long after it belong to its story. */
const beforeMs = 60_000
const afterMs = 10_000
const mostPosts = 1_000

/** The calls of an account around one of its posts. Null where there is no such post. */
export function wirePage(network: Network, calls: CallLog, account: string, id: string): Answer | null {
  const post = network.feed({ account, limit: mostPosts }).find((one) => one.id === id)
  if (!post) return null
  const at = post.at.getTime()
  const around = calls.list({ network: network.id, account }).calls.filter((call) => {
    const distanceMs = Date.parse(call.at) - at
    return distanceMs >= -beforeMs && distanceMs <= afterMs
  })
  const table =
    around.length === 0
      ? '<p class="quiet">No calls are known. Those of an earlier run are not kept.</p>'
      : `<div class="panel scroll"><table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Call</th><th scope="col">Answer</th><th scope="col">Took</th><th scope="col">Fault</th></tr></thead><tbody>${around.map(row).join('')}</tbody></table></div>`
  const text = post.text.map((part) => part.text).join('')
  const body = `<main><h1>Wire log</h1><blockquote class="panel">${escaped(text || 'No text.')}<br><span class="quiet">${escaped(post.handle)} · ${timeOf(post.at)}</span></blockquote>
<p class="quiet">The calls of ${escaped(account)} from a minute before this post to ten seconds after it. Contents and tokens are not kept. <a href="/feed/${network.id}/${encodeURIComponent(account)}#${escaped(id)}">Back to the post</a></p>${table}</main>`
  return page({ title: `Wire log · ${network.title}`, likeness: network.title, css, body })
}

function row({ at, call, status, tookMs, fault }: LoggedCall): string {
  const isGood = status !== null && status >= 200 && status < 400
  const answer = status === null ? 'under way' : status === 0 ? 'none' : String(status)
  return `<tr><td>${at.slice(11, 23)}</td><td><code>${escaped(call)}</code></td><td class="${isGood ? 'good' : 'bad'}">${answer}</td><td>${tookMs === null ? '' : `${tookMs} ms`}</td><td>${fault === null ? '' : escaped(fault)}</td></tr>`
}
