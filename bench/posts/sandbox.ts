import { send } from '../tools/http.ts'
import type { Started } from '../tools/processes.ts'
import type { Network } from './publisher.ts'

/** A call recorded by the sandbox, as read from its control API. */
export interface Call {
  readonly network: Network
  readonly account: string
  /** The time when its first byte arrived, by the sandbox's clock. */
  readonly at: Date
  readonly status: number
}

/** The calls that publish a post: one of text only, or one with a file if the network requires it. */
export const publishing = [
  ['bluesky', 'putRecord'],
  ['mastodon', 'createStatus'],
  ['facebook', 'createPost'],
  ['x', 'createPost'],
  ['linkedin', 'createPost'],
  ['pinterest', 'createPin'],
  ['tiktok', 'initPhotos'],
  ['threads', 'publishContainer'],
  ['instagram', 'publishContainer'],
  ['youtube', 'insertVideo'],
] as const

/** Calls the sandbox's control API. */
export const control = <Answer>(sandbox: Sandbox, method: string, path: string, body?: object): Promise<Answer> =>
  send(method, `${sandbox.url}/control${path}`, {}, body)

type Sandbox = Pick<Started, 'url'>

/** Returns all publishing calls since the last reset, in order of arrival. */
export async function publishingCalls(sandbox: Sandbox): Promise<Call[]> {
  const found: Call[] = []
  for (const [network, call] of publishing) {
    const path = `/calls?network=${network}&call=${call}`
    const { calls } = await control<{ calls: (Omit<Call, 'at'> & { at: string })[] }>(sandbox, 'GET', path)
    found.push(...calls.map((one) => ({ ...one, at: new Date(one.at) })))
  }
  return found.sort((a, b) => a.at.getTime() - b.at.getTime())
}

export interface Entry {
  readonly id: string
  readonly network: Network
  readonly account: string
  readonly at: string
  readonly kind: 'post' | 'reply' | 'edit' | 'delete'
  readonly text: string
  /** The ID of the post or comment above a reply. */
  readonly replyTo: string | null
}

const pageSize = 10_000

/** Returns everything ever published on one or all networks, including posts deleted since. */
export async function readLedger(sandbox: Sandbox, network?: Network): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const path = `/ledger?offset=${all.length}&limit=${pageSize}${network ? `&network=${network}` : ''}`
    const page = await control<{ entries: Entry[]; total: number }>(sandbox, 'GET', path)
    all.push(...page.entries)
    if (page.entries.length === 0 || all.length >= page.total) return all
  }
}

/** Returns how often each text was visible, including deleted posts. */
export async function timesSeen(sandbox: Sandbox, networks: readonly Network[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  for (const network of networks)
    for (const { kind, text } of await readLedger(sandbox, network))
      if (kind === 'post') seen.set(text, (seen.get(text) ?? 0) + 1)
  return seen
}

export const setLatency = (sandbox: Sandbox, minMs: number, maxMs: number): Promise<void> =>
  control(sandbox, 'POST', '/latency', { minMs, maxMs })

export const addFault = (sandbox: Sandbox, fault: object): Promise<void> => control(sandbox, 'POST', '/faults', fault)
