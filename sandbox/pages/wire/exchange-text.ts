import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange } from '../../core/control/exchanges.ts'
import type { Answer, Field, Received } from '../../core/http/request.ts'

const mostChars = 8_000

/** Formats a request: the query, and the body in its own format. */
export function requestText({ query, body }: Exchange): string {
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
export function answerText({ body }: Answer): string {
  if (body === undefined || body === '') return '(empty)'
  return cut(typeof body === 'string' ? body : jsonText(body))
}

export const headersText = (headers: IncomingHttpHeaders | Readonly<Record<string, string>>): string =>
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
  text.length <= mostChars ? text : `${text.slice(0, mostChars)}… (${text.length} characters)`
