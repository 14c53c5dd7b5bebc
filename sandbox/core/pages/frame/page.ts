import { createHash } from 'node:crypto'
import type { Answer } from '../../http/request.ts'
import { followScript } from './follow.ts'
import { escaped } from './html.ts'
import { frameCss } from './style.ts'

interface SandboxPage {
  readonly title: string
  /** The network that the page imitates. */
  readonly likeness?: string
  /** The page's entry in the navigation. */
  readonly place?: string
  readonly css?: string
  readonly body: string
  /** True for a page that updates automatically: its parts with `data-live` and an ID are replaced. */
  readonly follows?: boolean
}

const places: Readonly<Record<string, string>> = {
  '/': 'Overview',
  '/wire': 'Wire log',
  '/weather': 'Weather',
  '/clock': 'Clock',
  '/mail': 'Mail',
  '/receiver': 'Receivers',
  '/chats': 'Chats',
}

/** Renders the frame of the sandbox's own pages. Without scripts, a page that updates reloads every five seconds. */
export function page({ title, likeness, place = '', css = '', body, follows = false }: SandboxPage): Answer {
  const style = `${frameCss}\n${css}`
  const again = follows ? '<noscript><meta http-equiv="refresh" content="5"></noscript>' : ''
  const script = follows ? `<script type="module">${followScript}</script>` : ''
  const what = likeness === undefined ? 'Nothing leaves this machine' : `Sandbox – not ${likeness}`
  const html = `<!doctype html><html lang="en"><head>${metas}${again}<title>${escaped(title)} · Sandbox</title><style>${style}</style></head><body>${topOf(what, place)}${body}${script}</body></html>`
  return {
    status: 200,
    headers: {
      ...headers,
      etag: `"${hashOf(html, 'base64url')}"`,
      'content-security-policy': policyOf(style, follows),
    },
    body: html,
  }
}

export const metas =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg">'

const headers = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' }

function topOf(what: string, place: string): string {
  const links = Object.entries(places).map(
    ([path, name]) => `<a href="${path}"${path === place ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<div class="hatch"></div><header class="top"><a class="name" href="/">Sandbox</a><nav aria-label="Sandbox">${links.join('')}</nav><span class="said">${escaped(what)}</span></header>`
}

/** Returns a policy that allows only this style, this script and the sandbox's own files. */
function policyOf(style: string, follows: boolean): string {
  const script = follows ? `; script-src '${knownHashOf(followScript)}'; connect-src 'self'` : ''
  return `default-src 'none'; style-src '${knownHashOf(style)}'${script}; img-src 'self'; media-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
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
