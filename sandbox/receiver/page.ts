import type { Answer } from '../core/http/request.ts'
import { page } from '../core/pages/frame.ts'
import { escaped } from '../core/pages/html.ts'
import type { Delivery, Receiver, ToldAnswer } from './receivers.ts'

/** The buttons of the page; null is the usual answer. */
export const toldAnswers: Readonly<Record<string, { readonly label: string; readonly answer: ToldAnswer | null }>> = {
  ok: { label: '200', answer: null },
  empty204: { label: '204', answer: { status: 204 } },
  moved: { label: '301', answer: { status: 301, headers: { location: '/receiver/elsewhere' } } },
  gone: { label: '410 gone', answer: { status: 410 } },
  busy: { label: '429', answer: { status: 429, headers: { 'retry-after': '90' } } },
  broken: { label: '500', answer: { status: 500, body: 'The receiver is broken, because it was told to be.' } },
  slow: { label: '200 after 8 s', answer: { status: 200, delayMs: 8_000 } },
  silent: { label: 'no answer', answer: { status: 200, hang: true } },
}

const look = `
main { max-width: 52rem } h1 { margin-bottom: .25rem } p { margin: .25rem 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; padding: .75rem; border-radius: .5rem; background: light-dark(#f3f4f7, #1e222a) }
form { display: flex; gap: .5rem; flex-wrap: wrap; align-items: center; margin: 0 0 1.5rem }
button { font: inherit; font-size: .875rem; min-height: 2.25rem; padding: 0 .75rem; border: 1px solid light-dark(#d8dce3, #363b45); border-radius: .5rem; background: light-dark(#fff, #1e222a); color: inherit; cursor: pointer } button:hover { background: light-dark(#f3f4f7, #262b34) }
label { display: inline-flex; align-items: center; gap: .375rem; min-height: 2.25rem }
article { padding: 1rem; margin: 0 0 .75rem; border: 1px solid light-dark(#e3e6eb, #2a2e36); border-radius: .75rem; background: light-dark(#fff, #16191f); overflow-wrap: anywhere }
article header { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline } article header span, article footer { color: light-dark(#5b626e, #9aa2af); font-size: .875rem }
summary { cursor: pointer; min-height: 1.75rem } ul { list-style: none; padding: 0; margin: .5rem 0 }`

const maxShown = 50
const maxShownChars = 4_000

export function receiverPage(receiver: Receiver): Answer {
  const { name, total, hasSecret, deliveries } = receiver
  const articles = deliveries.slice(0, maxShown).map(article)
  const buttons = Object.entries(toldAnswers).map(
    ([key, { label }]) => `<button name="answer" value="${key}">${escaped(label)}</button>`,
  )
  const secret = hasSecret
    ? 'It knows a secret.'
    : `It knows no secret yet: <code>POST /control/receivers/${name} { "secret": "whsec_…" }</code>`
  const body = [
    `<h1>Receiver ${escaped(name)}</h1>`,
    `<p>Webhooks that are sent here are kept and verified. ${secret}</p>`,
    `<p>The next delivery is answered: <strong>${escaped(inWords(receiver.answer))}</strong></p>`,
    `<form method="post" action="/receiver/${name}/told">${buttons.join('')}`,
    '<label><input type="checkbox" name="once" checked> once</label>',
    '<button name="answer" value="empty">forget deliveries</button></form>',
    `<p class="quiet">${total} came, newest first.</p>`,
    articles.length === 0 ? '<p class="quiet">Nothing came yet.</p>' : `<section>${articles.join('\n')}</section>`,
  ]
  return page({ title: `Receiver ${name}`, css: look, body: `<main>${body.join('\n')}</main>`, follows: true })
}

function article(delivery: Delivery): string {
  const { id, event, at, repeats, answered, verification, headers, body } = delivery
  const { service, standard, reasons } = verification
  const again = repeats > 0 ? ` · came ${repeats + 1} times` : ''
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    '<article>',
    `<header><strong>${escaped(event ?? 'no event')}</strong><span>${escaped(id ?? 'no id')} · ${at}${again}</span></header>`,
    `<ul>${judged('X-service-Signature', service, reasons.service)}${judged('Standard Webhooks', standard, reasons.standard)}</ul>`,
    `<pre>${escaped(cut(body))}</pre>`,
    `<details><summary class="quiet">headers</summary><pre>${escaped(lines.join('\n'))}</pre></details>`,
    `<footer><span>answered ${answered === 0 ? 'nothing' : answered}</span></footer></article>`,
  ].join('')
}

function judged(recipe: string, verdict: string, reason: string | null): string {
  const sign = verdict === 'valid' ? '<span class="good">✓</span>' : '<span class="bad">✗</span>'
  return `<li>${sign} ${recipe}: ${escaped(verdict)}${reason === null ? '' : ` <span class="quiet">(${escaped(reason)})</span>`}</li>`
}

const cut = (text: string): string =>
  text.length <= maxShownChars ? text : `${text.slice(0, maxShownChars)}… (${text.length} characters)`

function inWords({ status, hang, delayMs, times }: ToldAnswer): string {
  const what = hang === true ? 'nothing' : `${status}${delayMs ? ` after ${delayMs} ms` : ''}`
  return times === undefined ? what : `${what}, ${times === 1 ? 'once' : `${times} times`}, then 200`
}
