import type { IncomingMessage } from 'node:http'
import type { SandboxState } from '../core/control/control.ts'
import { readBody } from '../core/http/body.ts'
import type { Answer } from '../core/http/request.ts'
import { fontPath, readFont } from '../core/pages/frame/font.ts'
import { hornTile } from '../core/pages/frame/tokens.ts'
import { isAccountName } from '../core/people/accounts.ts'
import { hooksFolder, toReceiver } from '../receiver/receive.ts'
import { chatsPage } from './chats-page.ts'
import { clockPage, moveClock } from './clock-page.ts'
import { changeCrowd, crowdPage } from './crowd-page.ts'
import { feedPage } from './feed-page.ts'
import { mailHtml, mailPage } from './mail/mail-page.ts'
import type { Mailbox } from './mail/mailbox.ts'
import { missingPage } from './missing-page.ts'
import { overviewPage } from './overview-page.ts'
import { receiversPage } from './receivers-page.ts'
import { changeWeather, weatherPage } from './weather/weather-page.ts'
import { postWirePage, wirePage } from './wire/wire-page.ts'

interface PageRequest extends SandboxState {
  /** Null without a folder for emails. */
  readonly mailbox: Mailbox | null
  readonly url: string
}

const notFound: Answer = { status: 404, body: { error: { message: 'Not found. Start at /.' } } }
const maxFormBytes = 10_000
const icon: Answer = {
  status: 200,
  headers: { 'content-type': 'image/svg+xml' },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${hornTile}</svg>`,
}

/** Serves the sandbox's own pages and their buttons. */
export async function answerPage(
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  state: PageRequest,
): Promise<Answer> {
  if (request.method === 'POST') return await takeForm(request, pathname, state)
  request.resume()
  if (request.method !== 'GET') return notFound
  const answer = pageAt(pathname, searchParams, request, state) ?? (wantsPage(request) ? missingPage() : notFound)
  const { etag } = answer.headers ?? {}
  return etag !== undefined && request.headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : answer
}

const wantsPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') ?? false

function pageAt(path: string, query: URLSearchParams, request: IncomingMessage, state: PageRequest): Answer | null {
  if (path.startsWith(hooksFolder)) return toReceiver(path)
  const [, section = '', ...rest] = path.split('/').map(decodeURIComponentOr)
  switch (section) {
    case '':
      return overviewPage(state)
    case 'feed':
      return feedAt(state, rest)
    case 'wire':
      return rest.length === 0 ? wirePage(state, query) : postWireAt(state, rest)
    case 'weather':
      return weatherPage(state, query)
    case 'people':
      return crowdPage(state)
    case 'clock':
      return clockPage(state)
    case 'chats':
      return chatsPage(state.networks)
    case 'receiver':
    case 'receivers':
      return receiversPage(state, state.url)
    case 'mail':
      return isHere(request) ? mailAt(state, rest) : null
    case fontPath.slice(1):
      return fontAnswer()
    // Browsers request it together with files that are not pages, such as images.
    case 'favicon.ico':
    case 'icon.svg':
      return icon
    case 'media':
      return mediaAt(state, rest)
    default:
      return null
  }
}

function fontAnswer(): Answer | null {
  const font = readFont()
  const headers = { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }
  return font && { status: 200, headers, body: font }
}

function networkAt({ networks }: PageRequest, id: string | undefined, name: string | undefined) {
  const network = networks.find((one) => one.id === id)
  const has = network?.accounts?.has ?? isAccountName
  return network && (name === undefined || has(name)) ? network : null
}

function feedAt(state: PageRequest, [id, name]: readonly string[]): Answer | null {
  const network = networkAt(state, id, name)
  return network && feedPage(network, name ?? null, state.clock.now())
}

function postWireAt(state: PageRequest, [id, name, post]: readonly string[]): Answer | null {
  const network = networkAt(state, id, name)
  return network && name !== undefined && post !== undefined ? postWirePage(state, network, name, post) : null
}

function mailAt({ mailbox }: PageRequest, [name, part]: readonly string[]): Answer | null {
  if (part === undefined) return mailPage(mailbox, name ?? null)
  const mail = part === 'html' && name !== undefined ? mailbox?.find(name) : null
  return mail ? mailHtml(mail) : null
}

function mediaAt({ media }: PageRequest, [network = '', id = '']: readonly string[]): Answer | null {
  const found = media.find(network, id)
  if (!found) return null
  const headers = {
    'content-type': found.mime,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  return { status: 200, headers, body: found.bytes }
}

const forms: Readonly<Record<string, (state: PageRequest, fields: URLSearchParams) => void>> = {
  '/weather': changeWeather,
  '/people': changeCrowd,
  '/clock': moveClock,
}

async function takeForm(request: IncomingMessage, path: string, state: PageRequest): Promise<Answer> {
  const form = Object.hasOwn(forms, path) ? forms[path] : undefined
  const { origin, host } = request.headers
  // Another site's page must not submit these forms (CSRF).
  const isOurs = origin === undefined || URL.parse(origin)?.host === host
  if (!form || !isOurs) {
    request.resume()
    return form
      ? { status: 403, body: { error: { message: 'Use the buttons on the sandbox’s own pages.' } } }
      : notFound
  }
  const body = await readBody(request, ['form'], maxFormBytes)
  form(
    state,
    new URLSearchParams(
      body.kind === 'form' ? body.fields.map(([name, value]): [string, string] => [name, value]) : [],
    ),
  )
  return { status: 303, headers: { location: path } }
}

/**
 * True for a browser on this machine. Emails contain links that sign people in, so no other host name may show them.
 */
const isHere = ({ headers }: IncomingMessage): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? '')

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
