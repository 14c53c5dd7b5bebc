import type { SandboxState } from '../core/control/control.ts'
import type { Answer } from '../core/http/request.ts'
import { escaped } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'

const css = `
.list { overflow: hidden; margin-bottom: 1.25rem } .list a { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .75rem 1rem; color: inherit; text-decoration: none } .list a + a { border-top: 1px solid var(--line) } .list a:hover { background: var(--sunken) } .list .quiet { margin-inline-start: auto } .make { padding: 1rem; display: grid; gap: .5rem } .make p { color: var(--ink-2); font-size: .9375rem } .make pre { user-select: all }`

/** Renders the webhook receivers that have deliveries, and how to create a new one. */
export function receiversPage({ receivers }: Pick<SandboxState, 'receivers'>, url: string): Answer {
  const rows = receivers
    .list()
    .map(
      ({ name, total, hasSecret }) =>
        `<a href="/receiver/${name}"><strong>${escaped(name)}</strong><span ` +
        `class="badge">${hasSecret ? 'verifies signatures' : 'no secret'}</span><span class="quiet num">${total} ` +
        `${total === 1 ? 'delivery' : 'deliveries'}</span></a>`,
    )
  const list = rows.length > 0 ? `<div class="panel list">${rows.join('')}</div>` : ''
  const make =
    '<section class="panel make"><h2>Create a receiver</h2><p>Create a webhook in Posthorn with this URL. Use ' +
    `lowercase letters, numbers and hyphens for the name.</p><pre>${escaped(url)}/receiver/my-hook</pre><p><a ` +
    'href="/receiver/my-hook">Open my-hook</a> to see deliveries and choose the response.</p></section>'
  const body =
    '<main class="middle"><div class="lead"><div><h1>Webhook receivers</h1><p>Test endpoints for your webhooks. They store ' +
    `each delivery and verify its signature.</p></div></div><div id="receivers" data-live>${list}</div>${make}</main>`
  return page({ title: 'Webhook receivers', place: '/receiver', css, body, follows: true })
}
