import { setTimeout as sleep } from 'node:timers/promises'
import type { Connected } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'

/** Realistic requests, through a load balancer that knows which processes are ready. */
export interface Traffic {
  /** The addresses that receive requests from now on, in turn. */
  balance(urls: readonly string[]): void
  /** The texts of all posts that were acknowledged. */
  readonly written: readonly string[]
  readonly requests: { readonly tookMs: readonly number[]; readonly failures: readonly string[] }
  stop(): Promise<void>
}

const writers = 6
const pauseMs = 150
const leadMs = 6_000

export function beginTraffic(publisher: Publisher, accounts: readonly Connected[]): Traffic {
  const written: string[] = []
  const tookMs: number[] = []
  const failures: string[] = []
  let urls: readonly string[] = []
  let turn = 0
  let isOver = false

  /** Sends a request once, without a retry. Returns null on failure. */
  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer | null> {
    turn += 1
    const url = urls[turn % urls.length] ?? ''
    const begun = performance.now()
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { ...publisher.headers, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      tookMs.push(performance.now() - begun)
      if (answer.ok) return JSON.parse(text) as Answer
      failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${method} ${path}: ${error instanceof Error ? (error.cause ?? error.message) : error}`)
    }
    return null
  }

  async function write(no: number): Promise<void> {
    for (let nth = 0; !isOver; nth++, await sleep(pauseMs)) {
      const { wire, network } = accounts[(nth * writers + no) % accounts.length]!
      const content = `upgrade ${no} ${nth}`
      const scheduledAt = new Date(Date.now() + leadMs).toISOString()
      const draft = { profileId: wire.profileId, content, platforms: [network], scheduledAt }
      const post = await send<{ id: string }>('POST', '/v1/posts', draft)
      if (!post) continue
      written.push(content)
      await send('PATCH', `/v1/posts/${post.id}`, { title: `of ${no}` })
      await send('GET', `/v1/posts?profileId=${wire.profileId}&limit=20`)
      await send('GET', `/v1/profiles/${wire.profileId}`)
    }
  }

  let running: Promise<unknown> | null = null
  return {
    balance(next) {
      urls = next
      running ??= Promise.all(Array.from({ length: writers }, (_, no) => write(no)))
    },
    written,
    requests: { tookMs, failures },
    async stop() {
      isOver = true
      await running
    },
  }
}
