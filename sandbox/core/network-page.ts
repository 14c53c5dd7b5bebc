import { escaped } from './pages.ts'
import type { Answer } from './request.ts'

export interface NetworkPage {
  readonly status: number
  /** The page's own, and behind it how the network signs its titles: ` | Threads`. */
  readonly title: string
  readonly signed: string
  readonly css: string
  /** HTML. */
  readonly body: string
}

/** A page of a network itself, in its look, such as the one that asks whether an app is let in. It runs no script. */
export const networkPage = ({ status, title, signed, css, body }: NetworkPage): Answer => ({
  status,
  headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'", 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}${signed}</title><style>${css}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`,
})
