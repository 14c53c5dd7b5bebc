import { createHash } from 'node:crypto'
import type { Answer } from '../../http/request.ts'
import { followScript } from './follow.ts'
import { escaped } from './html.ts'
import { frameCss } from './style.ts'
import { hornTile } from './tokens.ts'

interface SandboxPage {
  readonly title: string
  /** The network that the page imitates. */
  readonly likeness?: string
  /** The page's entry in the navigation. */
  readonly place?: string
  readonly css?: string
  readonly body: string
  /** 200 if omitted. */
  readonly status?: number
  /** True for a page that updates automatically: its parts with `data-live` and an ID are replaced. */
  readonly follows?: boolean
}

const places: Readonly<Record<string, string>> = {
  '/': 'Overview',
  '/wire': 'Request log',
  '/weather': 'Failures',
  '/people': 'People',
  '/clock': 'Clock',
  '/mail': 'Emails',
  '/receiver': 'Webhook receivers',
  '/chats': 'Chats',
}

let homeUrl: string | null = null

/** Sets the URL of the Posthorn that the header links to. A process serves one sandbox. */
export function linkHome(url: string): void {
  homeUrl = url
}

/** Renders the frame of the sandbox's own pages. Without scripts, a page that updates reloads every five seconds. */
export function page({
  title,
  likeness,
  place = '',
  css = '',
  body,
  status = 200,
  follows = false,
}: SandboxPage): Answer {
  const style = `${frameCss}\n${css}`
  const again = follows ? '<noscript><meta http-equiv="refresh" content="5"></noscript>' : ''
  const script = follows ? `<script type="module">${followScript}</script>` : ''
  const what =
    likeness === undefined ? 'Nothing leaves this machine.' : `This isn’t ${likeness}. Nothing leaves this machine.`
  const html = `<!doctype html><html lang="en"><head>${metas}${again}<title>${escaped(title)} · Sandbox</title><style>${style}</style></head><body>${topOf(what, place)}${body}${script}</body></html>`
  return {
    status,
    headers: {
      ...headers,
      etag: `"${hashOf(html, 'base64url')}"`,
      'content-security-policy': policyOf(style, follows),
    },
    body: html,
  }
}

export const metas =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" ' +
  'href="/icon.svg">'

const headers = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' }

/** Renders the stripe above every page, which says that this is a sandbox. */
export const stripe = (text: string): string =>
  `<p class="stripe"><strong>Sandbox</strong> <span>${escaped(text)}</span></p>`

function topOf(what: string, place: string): string {
  const links = Object.entries(places).map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  const open = homeUrl === null ? '' : `<a class="button" href="${escaped(homeUrl)}">Open Posthorn</a>`
  return `<header>${stripe(what)}<div class="top"><a class="name" href="/"><svg viewBox="0 0 32 32" aria-hidden="true">${hornTile}</svg>Posthorn <span>Sandbox</span></a>${open}<nav aria-label="Sandbox">${links.join('')}</nav></div></header>`
}

/** Returns a policy that allows only this style, this script and the sandbox's own files. */
function policyOf(style: string, follows: boolean): string {
  const script = follows ? `; script-src '${knownHashOf(followScript)}'; connect-src 'self'` : ''
  return `default-src 'none'; style-src '${knownHashOf(style)}'${script}; img-src 'self'; font-src 'self'; media-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

const known = new Map<string, string>()

/** Returns the hash of a style or script for a policy. There are only a few, and each is hashed once. */
export function knownHashOf(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const hash = `sha256-${hashOf(text, 'base64')}`
  known.set(text, hash)
  return hash
}

const hashOf = (text: string, as: 'base64' | 'base64url'): string => createHash('sha256').update(text).digest(as)
