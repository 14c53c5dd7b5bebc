import type { Started } from '../tools/processes.ts'
import type { Network } from './publisher.ts'

/** A call that the sandbox recorded, read from its control address. */
export interface Call {
  readonly network: Network
  readonly account: string
  /** The time when its first byte arrived, by the sandbox's clock. */
  readonly at: Date
  readonly status: number
}

/** The calls that publish a post: of text only, and of a file where one is required. */
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

/** Returns all publishing calls since the last reset, in order of arrival. */
export async function publishingCalls({ url }: Started): Promise<Call[]> {
  const found: Call[] = []
  for (const [network, call] of publishing) {
    const answer = await fetch(`${url}/control/calls?network=${network}&call=${call}`)
    const { calls } = (await answer.json()) as { calls: (Omit<Call, 'at'> & { at: string })[] }
    found.push(...calls.map((one) => ({ ...one, at: new Date(one.at) })))
  }
  return found.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns how often each text was visible, including deleted posts. */
export async function timesSeen({ url }: Started, networks: readonly Network[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  for (const network of networks)
    for (let offset = 0, total = 1; offset < total; offset += pageOfLedger) {
      const answer = await fetch(`${url}/control/ledger?network=${network}&offset=${offset}&limit=${pageOfLedger}`)
      const page = (await answer.json()) as { entries: { kind: string; text: string }[]; total: number }
      total = page.total
      for (const { kind, text } of page.entries) if (kind === 'post') seen.set(text, (seen.get(text) ?? 0) + 1)
    }
  return seen
}

const pageOfLedger = 10_000

export async function setLatency({ url }: Started, minMs: number, maxMs: number): Promise<void> {
  const body = JSON.stringify({ minMs, maxMs })
  const answer = await fetch(`${url}/control/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`the latency could not be set: ${await answer.text()}`)
}

export async function addFault({ url }: Started, fault: object): Promise<void> {
  const answer = await fetch(`${url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(`the fault could not be switched on: ${await answer.text()}`)
}

/** Returns the value below which this share of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
