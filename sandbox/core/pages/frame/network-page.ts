import type { Answer } from '../../http/request.ts'
import { escaped } from './html.ts'
import { knownHashOf, metas, stripe } from './page.ts'
import { frameCss } from './style.ts'

interface NetworkPage {
  readonly status: number
  /** The title of this page, and the suffix that the network adds to its titles: ` | Threads`. */
  readonly title: string
  readonly signed: string
  /** The content as HTML. */
  readonly body: string
}

const css = `${frameCss}
main.sheet { max-width: 28rem; padding-top: 1.5rem }
.sheet .panel { display: grid; gap: 1rem; padding: 1.5rem } .sheet form { display: grid; gap: .5rem } .sheet fieldset { display: grid; gap: .125rem; margin: 0 0 .5rem; padding: 0; border: 0; min-width: 0 } .sheet legend { padding: 0 0 .25rem; font-size: .875rem; font-weight: 600 }
.sheet .person { display: grid; gap: .25rem; padding: .75rem; border: 1px solid var(--line); border-radius: .75rem } .sheet label { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .125rem .625rem; align-items: start; padding: .375rem 0; font-size: .9375rem } .sheet label input { margin-top: .2rem } .sheet label span { overflow-wrap: anywhere } .sheet code { color: var(--ink-3); overflow-wrap: anywhere } .sheet ul { margin: 0; padding-inline-start: 1.25rem; font-size: .9375rem; overflow-wrap: anywhere }
.sheet button { width: 100%; min-height: 2.75rem; font-size: .9375rem } .sheet button small { font-size: .8125rem; font-weight: 400 }`

/** Renders a page of a network, such as a consent page. It has no scripts, and says that it is not the network. */
export function networkPage({ status, title, signed, body }: NetworkPage): Answer {
  const network = signed.replace(/^[\s|–-]+/, '')
  const policy = `default-src 'none'; img-src 'self'; font-src 'self'; style-src '${knownHashOf(css)}'; base-uri 'none'; frame-ancestors 'none'`
  return {
    status,
    headers: { 'content-security-policy': policy, 'cache-control': 'no-store' },
    body: `<!doctype html><html lang="en"><head>${metas}<title>${escaped(title)}${signed}</title><style>${css}</style></head><body><header>${stripe(`This isn’t ${network}.`)}</header><main class="sheet"><div class="panel"><h1>${escaped(title)}</h1>${body}</div></main></body></html>`,
  }
}
