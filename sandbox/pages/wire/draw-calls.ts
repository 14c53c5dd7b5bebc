import type { IncomingHttpHeaders } from 'node:http'
import type { LoggedCall } from '../../core/control/call-log.ts'
import type { Exchange, Exchanges } from '../../core/control/exchanges.ts'
import { maskerOf } from '../../core/control/mask.ts'
import type { Answer, Field, Received } from '../../core/http/request.ts'
import { escaped } from '../../core/pages/frame/html.ts'

export const wireCss = `
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: 1rem } .follow { display: inline-flex; gap: .5rem; align-items: center; margin-inline-start: auto; font-size: .875rem } .of { margin: 0 0 1.25rem; padding: .875rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
.calls { overflow: hidden } .calls details + details { border-top: 1px solid var(--line) } .calls > details > summary { display: grid; grid-template-columns: 6.5rem 3.25rem minmax(0, 1fr) auto 4.5rem; gap: .25rem .75rem; align-items: center; padding: .5rem 1rem; list-style: none; font-size: .875rem } .calls > details > summary:hover { background: var(--sunken) } .calls > details > summary:focus-visible { outline-offset: -2px }
.calls .at { color: var(--ink-3) } .calls .status { font-weight: 600; font-variant-numeric: tabular-nums } .calls .what { display: grid; min-width: 0 } .calls .what code { overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .calls .what small { font-size: .8125rem; color: var(--ink-3) } .calls .took { text-align: end; color: var(--ink-3) }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; padding: .25rem 1rem 1rem } .exchange > section { display: grid; gap: .5rem; align-content: start; min-width: 0 } .exchange pre { max-height: 24rem; overflow: auto } .exchange summary { font-size: .8125rem; color: var(--ink-2); min-height: 1.5rem }
@media (max-width: 48rem) { .calls > details > summary { grid-template-columns: auto 1fr auto; padding: .75rem 1rem } .calls .what { grid-column: 1 / -1; grid-row: 2 } .calls .took { grid-row: 1; grid-column: 3 } .calls .fault { grid-row: 3; grid-column: 1 / -1; justify-self: start } .calls .what code { white-space: normal; overflow-wrap: anywhere } .exchange { grid-template-columns: minmax(0, 1fr) } }`

export function outcomeOf({ status }: LoggedCall): 'good' | 'warn' | 'bad' | 'open' {
  if (status === null) return 'open'
  if (status >= 200 && status < 400) return 'good'
  return 'bad'
}

/** Draws calls as rows that expand to the request and the response. */
export const drawCalls = (calls: readonly LoggedCall[], exchanges: Exchanges): string =>
  `<div class="panel calls">${calls.map((call) => drawCall(call, exchanges.find(call.seq))).join('')}</div>`

function drawCall(logged: LoggedCall, exchange: Exchange | null): string {
  const { seq, network, at, call, status, tookMs, fault, account } = logged
  const label = status === null ? 'open' : status === 0 ? 'none' : String(status)
  const took = tookMs === null ? '' : `${tookMs} ms`
  const line = exchange ? `${exchange.method} ${maskerOf(exchange)(exchange.path)}` : call
  const struck =
    fault === null ? '' : `<span class="badge warn fault">simulated: ${escaped(fault.replaceAll('_', ' '))}</span>`
  return `<details id="call-${seq}"><summary><span class="at num">${at.slice(11, 23)}</span><span class="status ${outcomeOf(logged)}">${label}</span><span class="what"><code>${escaped(line)}</code><small>${escaped([network, call, account].filter(Boolean).join(' · '))}</small></span>${struck || '<span></span>'}<span class="took num">${took}</span></summary>${exchange ? drawExchange(exchange) : '<p class="quiet exchange">Requests and responses are kept only for the newest 400 calls.</p>'}</details>`
}

function drawExchange(exchange: Exchange): string {
  const masked = maskerOf(exchange)
  const { headers, answer } = exchange
  const part = (title: string, text: string, head: string) =>
    `<section><h3>${title}</h3><pre ` +
    `tabindex="0">${escaped(masked(text))}</pre>${head === '' ? '' : `<details><summary>Headers</summary><pre tabindex="0">${escaped(masked(head))}</pre></details>`}</section>`
  const came = answer
    ? part(`Response ${answer.status}`, answerText(answer), headersText(answer.headers ?? {}))
    : part('Response', 'No response was sent.', '')
  return `<div class="exchange">${part('Request', requestText(exchange), headersText(headers))}${came}</div>`
}

const maxChars = 8_000

/** Formats a request: the query, and the body in its own format. */
function requestText({ query, body }: Exchange): string {
  const requested = query === '' ? '' : `${linesOf([...new URLSearchParams(query)])}\n`
  switch (body.kind) {
    case 'none':
      return requested.trim() || '(empty)'
    case 'json':
      return cut(requested + jsonText(body.value))
    case 'form':
      return cut(requested + linesOf(body.fields))
    case 'bytes':
      return `${requested}(${body.mime}, ${sizeOf(body.file)})`
    case 'multipart':
      return cut(requested + linesOf([...body.fields, ...body.files.map(fileLine)]))
    default:
      return body satisfies never
  }
}

/** Formats a response. */
function answerText({ body }: Answer): string {
  if (body === undefined || body === '') return '(empty)'
  return cut(typeof body === 'string' ? body : jsonText(body))
}

const headersText = (headers: IncomingHttpHeaders | Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')

const fileLine = ({
  field,
  filename,
  mime,
  ...file
}: Received & Readonly<Record<'field' | 'filename' | 'mime', string>>): Field => [
  field,
  `(${filename}, ${mime}, ${sizeOf(file)})`,
]

const sizeOf = ({ size }: Received): string => `${size.toLocaleString('en')} bytes`
const linesOf = (fields: readonly Field[]): string => fields.map(([name, value]) => `${name}: ${value}`).join('\n')
const jsonText = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''
const cut = (text: string): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars)}… (${text.length} characters)`
