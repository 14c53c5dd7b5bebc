import type { Answer } from '../http/request.ts'
import { escaped } from './html.ts'

interface NetworkPage {
  readonly status: number
  /** The title of this page, and the suffix that the network adds to its titles: ` | Threads`. */
  readonly title: string
  readonly signed: string
  readonly css: string
  /** The content as HTML. */
  readonly body: string
}

/** A page of a network in its own look, such as a consent page. It runs no script. */
export const networkPage = ({ status, title, signed, css, body }: NetworkPage): Answer => ({
  status,
  headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'", 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}${signed}</title><style>${css}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`,
})
