import type { Network } from '../../posts/publisher.ts'

/** A client of the sandbox's control address that bypasses the cuts. */
export interface Control {
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>
}

export interface Entry {
  readonly id: string
  readonly network: Network
  readonly account: string
  readonly at: string
  readonly kind: 'post' | 'reply' | 'edit' | 'delete'
  readonly text: string
}

export const createControl = (url: string): Control => ({
  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text) as Answer
  },
})

const pageSize = 10_000

/** Returns everything ever published there, including what was deleted since. */
export async function readLedger(control: Control): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const page = await control.call<{ entries: Entry[]; total: number }>(
      'GET',
      `/ledger?offset=${all.length}&limit=${pageSize}`,
    )
    all.push(...page.entries)
    if (page.entries.length === 0 || all.length >= page.total) return all
  }
}
