import { refusals } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { route } from '../route.ts'
import type { Edge } from '../server.ts'
import { addGuides } from './guide-routes.ts'
import { addHome, type HomeFacts } from './home.ts'
import { guidePolicy, pageOf } from './page.ts'
import { addReference } from './reference.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

/** Adds all documentation: the home page if there is one, the reference, the guides, and the error codes. */
export function addDocs(app: Edge, home: HomeFacts | null): void {
  if (home) addHome(app, home)
  addReference(app)
  addGuides(app)
  addErrorsPage(app, refusals)
  // Browsers request it with every page. It does not exist, which is not an error.
  route(app, {
    get: '/favicon.ico',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    does: async (_request, reply) => reply.code(204).header('cache-control', 'max-age=86400').send(),
  })
}

type Refusals = Readonly<Record<string, { readonly status: number; readonly title: string }>>

/** Adds the page that the `type` of each problem document points to: `/docs/errors#code`. */
function addErrorsPage(app: Edge, refusals: Refusals): void {
  let page: Promise<StoredPage> | null = null
  route(app, {
    get: '/docs/errors',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    does: async (request, reply) => {
      page ??= storePage('text/html; charset=utf-8', renderErrors(refusals))
      return sendStored(request, reply, await page, { policy: guidePolicy })
    },
  })
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
