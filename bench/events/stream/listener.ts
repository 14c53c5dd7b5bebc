import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Place {
  /** The URL where it listens first, and the one it changes to. */
  readonly urls: readonly [string, string]
  readonly token: string
}

export interface Listener {
  readonly opened: Promise<void>
  /** The number of times each event arrived. */
  readonly counts: Uint8Array
  readonly reconnected: number
  stop(): void
}

interface ListenerOptions {
  readonly total: number
  /** True when it repeatedly leaves and continues at the other URL. */
  readonly isRestless: boolean
  /** Called with an event's time of arrival, for readers that stay. */
  hear(event: number, at: number): void
}

const staysMs = 2_000

/** Starts a listener. A stream that is cut off is reopened from the last event. */
export function startListener({ urls, token }: Place, { total, isRestless, hear }: ListenerOptions): Listener {
  const counts = new Uint8Array(total)
  const opened = Promise.withResolvers<void>()
  let current: IncomingMessage | null = null
  let isStopped = false
  let reconnected = -1
  let lastId: string | null = null

  async function listen(): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      const response = await open(urls[isRestless ? turn % 2 : 0] ?? urls[0])
      if (response.statusCode !== 200) {
        response.resume()
        await sleep(200)
        continue
      }
      reconnected += 1
      current = response
      const leaves = isRestless ? setTimeout(() => response.destroy(), staysMs * (1 + Math.random())) : undefined
      await read(response)
      clearTimeout(leaves)
    }
  }

  const open = (url: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      }
      get(`${url}/v1/events/stream`, { headers, agent: false }, resolve).on('error', reject)
    })

  async function read(response: IncomingMessage): Promise<void> {
    let rest = ''
    try {
      for await (const piece of response.setEncoding('utf8')) {
        const at = performance.now()
        const blocks = (rest + piece).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) take(block, at)
        opened.resolve()
      }
    } catch (error) {
      const { code = '' } = error as { readonly code?: string }
      if (!['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)) throw error
    }
  }

  function take(block: string, at: number): void {
    if (/^event: resync$/m.test(block)) throw new Error('the server cannot say what was missed')
    lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
    const event = /"handle":"event-(\d+)"/.exec(block)?.[1]
    if (event === undefined) return
    counts[Number(event)]! += 1
    if (!isRestless) hear(Number(event), at)
  }

  listen().catch((error: unknown) => {
    if (!isStopped) throw error
  })
  return {
    opened: opened.promise,
    counts,
    get reconnected() {
      return Math.max(0, reconnected)
    },
    stop() {
      isStopped = true
      current?.destroy()
    },
  }
}
