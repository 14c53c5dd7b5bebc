import { sql } from 'kysely'
import { quantile } from '../../posts/sandbox.ts'
import type { Stage } from '../../posts/stage.ts'
import { listHeard } from './sandbox.ts'
import type { Message } from './writing.ts'

/** The fate of messages, as the chats and our database tell it. */
interface Verdict {
  readonly messages: number
  readonly taken: readonly number[]
  /** Deliveries that the service did not take in time. The chats send them again. */
  readonly refused: number
  /** The time from each message to its answer. */
  readonly answered: readonly number[]
  readonly unanswered: number
  readonly answeredTwice: number
  readonly draftsLost: number
  readonly draftsTwice: number
}

export async function judge({ sandbox, db }: Stage, messages: readonly Message[]): Promise<Verdict> {
  const received = [...(await listHeard(sandbox, 'telegram')), ...(await listHeard(sandbox, 'slack'))]
  const byPerson = Map.groupBy(
    received.filter(({ kind }) => kind === 'post' || kind === 'reply'),
    ({ account }) => account,
  )
  const { rows } = await sql<{ content: string; n: number }>`
    select content, count(*)::int as n from post where content = any(${messages.map(({ text }) => text)}::text[])
    group by content`.execute(db)
  const drafts = new Map(rows.map(({ content, n }) => [content, n]))
  const answers = messages.map((message) => ({
    message,
    found: (byPerson.get(message.person) ?? []).filter(({ text }) => text.includes(message.text)),
  }))
  const counts = messages.map(({ text }) => drafts.get(text) ?? 0)
  return {
    messages: messages.length,
    taken: messages.flatMap(({ takenMs }) => takenMs ?? []),
    refused: messages.filter(({ takenMs }) => takenMs === null).length,
    answered: answers.flatMap(({ message, found: [first] }) =>
      first ? [Date.parse(first.at) - message.writtenAt] : [],
    ),
    unanswered: answers.filter(({ found }) => found.length === 0).length,
    answeredTwice: answers.filter(({ found }) => found.length > 1).length,
    draftsLost: counts.filter((n) => n === 0).length,
    draftsTwice: counts.filter((n) => n > 1).length,
  }
}

export function describeVerdict(name: string, verdict: Verdict): string {
  const seconds = (values: readonly number[], part: number) => `${(quantile(values, part) / 1_000).toFixed(2)} s`
  const { messages, taken, refused, answered, unanswered, answeredTwice, draftsLost, draftsTwice } = verdict
  return [
    `${name}: ${messages} messages`,
    `  taken     p50 ${seconds(taken, 0.5)}, p99 ${seconds(taken, 0.99)}, most ${seconds(taken, 1)}; not in time ${refused}`,
    `  answered  p50 ${seconds(answered, 0.5)}, p99 ${seconds(answered, 0.99)}, most ${seconds(answered, 1)}; never ${unanswered}, twice ${answeredTwice}`,
    `  drafts    lost ${draftsLost}, twice ${draftsTwice}`,
  ].join('\n')
}
