import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Edge } from '../server.ts'
import { guidePolicy, pageOf } from './page.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

type Refusals = Readonly<Record<string, { readonly status: number; readonly title: string }>>

/** Adds the page that the `type` of each problem document points to: `/docs/errors#code`. */
export function addErrorsPage(app: Edge, refusals: Refusals): void {
  let page: Promise<StoredPage> | null = null
  app.get(
    '/docs/errors',
    { config: { access: { credential: 'none' }, anyAccept: true }, schema: { hide: true } },
    async (request, reply) => {
      page ??= storePage('text/html; charset=utf-8', renderErrors(refusals))
      return sendStored(request, reply, await page, { policy: guidePolicy })
    },
  )
}

function renderErrors(refusals: Refusals): string {
  const rows = Object.entries(refusals).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${inlineCode(escapeHtml(title))}</td></tr>`,
  )
  const body = `<h1>Errors</h1>
<p>Each error response is a problem document (RFC 9457) with one of these codes. A code never changes its meaning.
<code>detail</code> describes the problem with this request, and <code>errors</code> lists the fields.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return pageOf({ title: 'Errors', nav: null, body })
}

const inlineCode = (text: string): string => text.replace(/`([^`]+)`/g, '<code>$1</code>')
