import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallLog, createCallLog } from './core/control/call-log.ts'
import { answerControl, type SandboxState } from './core/control/control.ts'
import { createExchanges } from './core/control/exchanges.ts'
import { createFaults, type Faults } from './core/control/faults.ts'
import { createLatency, type Latency } from './core/control/latency.ts'
import { createLedger, type Ledger } from './core/control/ledger.ts'
import { type Crowds, createCrowds } from './core/crowd/crowds.ts'
import { BadBody, readBody } from './core/http/body.ts'
import { isLoopback, isOwnHost } from './core/http/own-host.ts'
import type { Answer } from './core/http/request.ts'
import { createRouter } from './core/http/router.ts'
import { send } from './core/http/send.ts'
import { serveCall } from './core/http/serve-call.ts'
import { type Clock, movableClock } from './core/kit/clock.ts'
import { seededRandom } from './core/kit/random.ts'
import { createMedia } from './core/media/media.ts'
import type { MakeNetwork, Network } from './core/network.ts'
import { makeNetworks } from './networks/index.ts'
import { answerPage } from './pages/answer-page.ts'
import { type Mailbox, openMailbox } from './pages/mail/mailbox.ts'
import { openSavedFeed, type SavedFeed } from './pages/saved-feed.ts'
import { answerReceiver, receiverFolder } from './receiver/receive.ts'
import { createReceivers } from './receiver/receivers.ts'

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /** The public URL of the sandbox, if it differs from host and port. */
  readonly publicUrl?: string
  readonly seed?: string
  /** The source of time in milliseconds; `POST /control/clock` moves the sandbox ahead of it. */
  readonly now?: () => number
  readonly networks?: readonly MakeNetwork[]
  /** The folder that keeps the feed across restarts. If omitted, the feed is lost when the sandbox stops. */
  readonly folder?: string
  /** The folder that the service writes its emails to. If omitted, the email page is empty. */
  readonly mails?: string
}

export interface Sandbox {
  readonly url: string
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: Faults
  readonly latency: Latency
  readonly calls: CallLog
  readonly crowds: Crowds
  network(id: string): Network
  /** Restores the initial state: no posts, no sessions, no faults, no moved clock. */
  reset(): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const foreignHost: Answer = {
  status: 403,
  body: {
    error: {
      message: 'The Host header names another machine. Use the sandbox’s URL, or set it with --public-url.',
    },
  },
}

/** The interval between checks for new posts to save. */
const saveEveryMs = 5_000

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, seed = 'sandbox', networks: make = makeNetworks, folder, mails } = options
  const mailbox: Mailbox | null = mails === undefined ? null : openMailbox(mails)
  const closing = new AbortController()
  let url = ''
  const build = (afterReset: boolean) => openState(make, { seed, now: options.now, url: () => url, afterReset, folder })
  let state = build(false)
  const reset = () => {
    state = build(true)
  }

  const catchUp = () => {
    for (const network of state.networks) network.catchUp?.()
    state.crowds.catchUp()
  }

  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error) => {
      console.error('sandbox: a request failed', error)
      if (!response.headersSent) send(response, { status: 500, body: { error: { message: 'The sandbox has a bug.' } } })
      else response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isLoopback(host) && !isOwnHost(url, request.headers.host)) {
      request.resume()
      return send(response, foreignHost)
    }
    catchUp()
    const requestedUrl = new URL(request.url ?? '/', 'http://sandbox')
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    const savedPage = isPage ? state.saved?.pageFor(requestedUrl) : null
    if (savedPage) return send(response, { status: 302, headers: { location: savedPage } })
    const found = state.route(request.method ?? 'GET', requestedUrl.pathname)
    if (found) return serveCall(found, requestedUrl, request, response, { ...state, closing: closing.signal })
    if (requestedUrl.pathname.startsWith(receiverFolder) && requestedUrl.pathname !== receiverFolder) {
      const { receivers } = state
      return await answerReceiver(requestedUrl.pathname, request, response, { receivers, closing: closing.signal })
    }
    if (requestedUrl.pathname.startsWith('/control/')) return send(response, await control(request, requestedUrl))
    send(response, await answerPage(request, requestedUrl, { ...state, mailbox, url }))
  }

  async function control(request: IncomingMessage, url: URL): Promise<Answer> {
    try {
      const body = await readBody(request, ['json'], 1_000_000)
      const value = body.kind === 'json' ? body.value : {}
      const { method = 'GET' } = request
      const path = url.pathname.slice('/control'.length)
      return answerControl({ method, path, query: url.searchParams, body: value }, state, reset)
    } catch (error) {
      if (error instanceof BadBody) return { status: 400, body: { error: { message: error.message } } }
      throw error
    }
  }

  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  url = options.publicUrl ?? `http://${named.includes(':') ? `[${named}]` : named}:${taken}`

  const save = () => {
    const { networks, media, ledger } = state
    state.saved?.save(networks, media, ledger.entries().length)
  }
  const saving = folder === undefined ? undefined : setInterval(save, saveEveryMs).unref()

  const close = async () => {
    if (!server.listening) return
    clearInterval(saving)
    save()
    const closed = once(server, 'close')
    server.close()
    closing.abort()
    server.closeAllConnections()
    await closed
  }
  return {
    url,
    get clock() {
      return state.clock
    },
    get ledger() {
      catchUp()
      return state.ledger
    },
    get faults() {
      return state.faults
    },
    get latency() {
      return state.latency
    },
    get calls() {
      return state.calls
    },
    get crowds() {
      catchUp()
      return state.crowds
    },
    network(id) {
      const network = state.networks.find((one) => one.id === id)
      if (!network) throw new Error(`The sandbox has no network "${id}".`)
      return network
    },
    reset,
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Opened extends SandboxState {
  /** Null for a sandbox without a folder. */
  readonly saved: SavedFeed | null
  readonly route: ReturnType<typeof createRouter>
}

interface OpenOptions {
  readonly seed: string
  readonly now: (() => number) | undefined
  readonly folder: string | undefined
  readonly afterReset: boolean
  readonly url: () => string
}

function openState(make: readonly MakeNetwork[], { seed, now, folder, ...given }: OpenOptions): Opened {
  const clock = movableClock(now)
  const random = seededRandom(seed)
  const ledger = createLedger(clock)
  const media = createMedia(given.url)
  const saved = folder === undefined ? null : openSavedFeed(folder, media, { isEmpty: given.afterReset })
  const networks = make
    .map((one) => one({ clock, random, ledger, media, ...given }))
    .map((network) => saved?.around(network) ?? network)
  return {
    saved,
    clock,
    ledger,
    media,
    networks,
    receivers: createReceivers(clock),
    crowds: createCrowds(clock),
    faults: createFaults(random),
    latency: createLatency(random),
    calls: createCallLog(clock),
    exchanges: createExchanges(),
    route: createRouter(networks),
  }
}
