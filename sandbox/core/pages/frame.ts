import type { Answer } from '../http/request.ts'
import { escaped } from './html.ts'

const css = `
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif }
body { margin: 0; background: light-dark(#f8f9fb, #101216); color: light-dark(#16181d, #eceef2) }
a { color: inherit } h1 { font-size: 1.375rem; line-height: 1.2; margin: 0 } h2 { font-size: 1.0625rem; margin: 0 }
:focus-visible { outline: 2px solid light-dark(#1c4fb8, #86aaff); outline-offset: 2px }
.hatch { height: 4px; background: repeating-linear-gradient(-45deg, light-dark(#c08a1e, #e0b050) 0 6px, transparent 6px 12px) }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .5rem 1.25rem; font-size: .875rem; background: light-dark(#fff, #16191f); color: light-dark(#16181d, #eceef2); border-bottom: 1px solid light-dark(#e3e6eb, #2a2e36) }
.top strong { font-size: .9375rem } .top a { display: inline-flex; align-items: center; min-height: 1.75rem; text-decoration: none } .top a:hover { text-decoration: underline }
.top span { color: light-dark(#5b626e, #9aa2af) }
main, .heading { box-sizing: border-box; max-width: 38rem; margin: 0 auto; padding: 0 1.25rem }
main { padding-block: 1.25rem 3rem } .heading { padding-top: 1.5rem }
nav.accounts { display: flex; flex-wrap: wrap; gap: .375rem; margin-top: .75rem; font-size: .875rem }
nav.accounts a { padding: .25rem .75rem; border-radius: 2rem; text-decoration: none; background: light-dark(#0000000d, #ffffff14) }
nav.accounts a[aria-current] { background: light-dark(#16181d, #eceef2); color: light-dark(#fff, #16181d) }
.tile { display: inline-grid; place-items: center; flex: none; width: 2rem; height: 2rem; border: 1px solid light-dark(#d8dce3, #363b45); border-radius: .5rem; font-size: .75rem; font-weight: 600; background: light-dark(#f3f4f7, #1e222a); color: light-dark(#3d434e, #c3c9d4) }
.quiet { color: light-dark(#5b626e, #9aa2af); font-size: .875rem }
code, pre { font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace }
.panel { border: 1px solid light-dark(#e3e6eb, #2a2e36); border-radius: .75rem; background: light-dark(#fff, #16191f) }
.good { color: light-dark(#177245, #55c98a) } .bad { color: light-dark(#c02b2b, #ff8a80) }`

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

interface SandboxPage {
  readonly title: string
  /** The network that the page looks like, and is not. */
  readonly likeness?: string
  readonly css?: string
  readonly body: string
  /** True for a page that shows what happens: it loads again every five seconds. */
  readonly follows?: boolean
}

/** The frame of the sandbox's own pages. They run no scripts. */
export function page({ title, likeness, css: own = '', body, follows = false }: SandboxPage): Answer {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${follows ? '<meta http-equiv="refresh" content="5">' : ''}<title>${escaped(title)}</title><style>${css}\n${own}</style>`
  const what = likeness === undefined ? 'Nothing leaves this machine' : `not ${escaped(likeness)}`
  const top = `<div class="hatch"></div><header class="top"><strong>Sandbox</strong><span>${what}</span><a href="/">All networks</a></header>`
  const html = `<!doctype html><html lang="en"><head>${head}</head><body>${top}${body}</body></html>`
  return { status: 200, headers, body: html }
}
