import type { Answer } from '../core/http/request.ts'
import { empty, escaped } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'
import { timeOf } from '../core/pages/frame/time.ts'
import type { ConfiguredResponse } from './configured-response.ts'
import type { Delivery, Receiver } from './receivers.ts'
import { signatureOf } from './verdict.ts'

/** The buttons of the page. Null is the default response. */
export const responseChoices: Readonly<
  Record<string, { readonly label: string; readonly answer: ConfiguredResponse | null }>
> = {
  ok: { label: '200', answer: null },
  empty204: { label: '204', answer: { status: 204 } },
  moved: { label: '301', answer: { status: 301, headers: { location: '/receiver/elsewhere' } } },
  gone: { label: '410', answer: { status: 410 } },
  busy: { label: '429', answer: { status: 429, headers: { 'retry-after': '90' } } },
  broken: { label: '500', answer: { status: 500 } },
  slow: { label: 'Slow (8 s)', answer: { status: 200, delayMs: 8_000 } },
  silent: { label: 'No response', answer: { status: 200, hang: true } },
}

const maxShown = 50
const maxShownChars = 4_000

export function receiverPage(receiver: Receiver): Answer {
  const { name, total, hasSecret, deliveries } = receiver
  const secret = hasSecret
    ? 'Signatures are verified with your webhook’s secret.'
    : 'No secret yet. Create a webhook with this page’s URL, or press <strong>Send test event</strong>, and Posthorn ' +
      'shares it.'
  const list =
    deliveries.length === 0
      ? empty(
          'No deliveries yet',
          'Press Send test event on your webhook in Posthorn. Deliveries appear here automatically.',
        )
      : `<section class="panel list">${deliveries.slice(0, maxShown).map(article).join('')}</section>`
  const body = [
    `<div class="lead"><div><h1>${escaped(name)}</h1><p>Webhook receiver. ${secret}</p></div><a class="button" ` +
      'href="/receiver/">All receivers</a></div>',
    answerForm(receiver),
    '<div id="deliveries" data-live><div class="row"><h2>Deliveries</h2><span ' +
      `class="quiet">${total === 0 ? '' : `${total}, newest first`}</span>${total === 0 ? '' : forgetForm(name)}</div>${list}</div>`,
  ]
  return page({
    title: `Receiver ${name}`,
    place: '/receiver',
    css: pageCss,
    body: `<main class="middle">${body.join('\n')}</main>`,
    follows: true,
  })
}

function answerForm({ name, answer }: Receiver): string {
  const buttons = Object.entries(responseChoices).map(
    ([key, preset]) =>
      `<button name="answer" value="${key}" ` +
      `aria-pressed="${isSame(preset.answer, answer)}">${escaped(preset.label)}</button>`,
  )
  return [
    `<form class="panel told" id="told" data-live method="post" action="/receiver/${name}/told">`,
    `<p>Next response: <strong>${escaped(inWords(answer))}</strong></p>`,
    `<div class="choices">${buttons.join('')}</div>`,
    '<label><input type="checkbox" name="once"> Once, then 200</label></form>',
  ].join('')
}

const forgetForm = (name: string): string =>
  `<form class="forget" method="post" action="/receiver/${name}/told"><button class="plain" name="answer" ` +
  'value="empty">Clear</button></form>'

function isSame(preset: ConfiguredResponse | null, { status, delayMs, hang }: ConfiguredResponse): boolean {
  const wanted: ConfiguredResponse = preset ?? { status: 200 }
  return wanted.status === status && wanted.delayMs === delayMs && wanted.hang === hang
}

function article(delivery: Delivery, nth: number): string {
  const { id, event, at, repeats, answered, verification, headers, body } = delivery
  const { service, standard, reasons } = verification
  const again = repeats > 0 ? ` · attempt ${repeats + 1}` : ''
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    '<details ' +
      `data-key="delivery-${escaped(`${id ?? at}-${repeats}`)}"${nth === 0 ? ' open' : ''}><summary><strong>${escaped(event ?? 'no event')}</strong>`,
    `${verified(delivery)}<span class="quiet when">${timeOf(new Date(at))}${again} · returned ` +
      `${answered === 0 ? 'nothing' : answered}</span></summary>`,
    `<ul>${judged('X-service-Signature', service, reasons.service)}${judged('Standard Webhooks', standard, reasons.standard)}</ul>`,
    `<h3>Body</h3><pre tabindex="0">${escaped(cut(body))}</pre>`,
    `<h3>Headers</h3><pre tabindex="0">${escaped(lines.join('\n'))}</pre>`,
    `<p class="quiet">${escaped(id ?? 'no id')}</p></details>`,
  ].join('')
}

const verdicts = {
  valid: '<span class="verdict good">✓ verified</span>',
  invalid: '<span class="verdict bad">✗ invalid signature</span>',
  missing: '<span class="verdict bad">✗ not signed</span>',
  unknown: '<span class="verdict quiet">? no secret</span>',
}

const verified = ({ verification }: Delivery): string => verdicts[signatureOf(verification)]

function judged(recipe: string, verdict: string, reason: string | null): string {
  const sign = verdict === 'valid' ? '<span class="good">✓</span>' : '<span class="bad">✗</span>'
  return `<li>${sign} ${recipe}: ${escaped(verdict)}${reason === null ? '' : ` <span class="quiet">(${escaped(reason)})</span>`}</li>`
}

const cut = (text: string): string =>
  text.length <= maxShownChars ? text : `${text.slice(0, maxShownChars)}… (${text.length} characters)`

function inWords({ status, hang, delayMs, times }: ConfiguredResponse): string {
  const what = hang === true ? 'nothing' : `${status}${delayMs ? ` after ${delayMs / 1_000} s` : ''}`
  return times === undefined ? what : `${what}, ${times === 1 ? 'once' : `${times} times`}, then 200`
}

/** The style of a receiver's page. */
const pageCss = `
.told { display: grid; gap: .75rem; padding: 1rem; margin-bottom: 1.5rem } .choices { display: flex; flex-wrap: wrap; gap: .375rem } .choices button { font-variant-numeric: tabular-nums } .told label { display: inline-flex; align-items: center; gap: .5rem; font-size: .875rem; min-height: 1.75rem }
.row { display: flex; gap: .75rem; align-items: center; margin-bottom: .75rem } .forget { margin-inline-start: auto } .list { overflow: hidden } .list details + details { border-top: 1px solid var(--line) } details { overflow-wrap: anywhere }
summary { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; padding: .75rem 1rem; list-style: none } summary:hover { background: var(--sunken) } summary:focus-visible { outline-offset: -2px } details > :not(summary) { margin-inline: 1rem } details > :last-child { margin-block-end: 1rem } details ul { list-style: none; padding: 0; margin-block: 0 .75rem; font-size: .875rem } details h3 { margin-block: .75rem .25rem }
summary .when { margin-inline-start: auto } .verdict { font-size: .875rem; font-weight: 600 } pre { max-height: 24rem; overflow: auto }
@media (max-width: 40rem) { summary .when { margin-inline-start: 0; width: 100% } }`
