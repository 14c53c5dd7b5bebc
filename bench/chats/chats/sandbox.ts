import type { Started } from '../../tools/processes.ts'

/** Asks the sandbox through its control address. */
export async function control<Answer>({ url }: Started, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}/control/${path}`, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The sandbox answered ${path} with ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** A message that the bot or the app wrote to a person. */
interface Heard {
  readonly account: string
  readonly at: string
  readonly kind: string
  readonly text: string
}

const pageOfLedger = 10_000

/** Lists all that was written to people of a chat, oldest first. */
export async function listHeard(sandbox: Started, network: string): Promise<readonly Heard[]> {
  const messages: Heard[] = []
  for (;;) {
    const query = `ledger?network=${network}&offset=${messages.length}&limit=${pageOfLedger}`
    const { entries, total } = await control<{ entries: readonly Heard[]; total: number }>(sandbox, query)
    messages.push(...entries)
    if (messages.length >= total) return messages
  }
}
