import { checkReply } from '#connectors/check/validate.ts'
import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Answered } from '#connectors/contract/outgoing.ts'
import { refuse } from '#kernel/errors.ts'

interface ToCompose {
  readonly text: string
  readonly answers: Answered
  readonly account: { readonly remoteId: string; readonly handle: string; readonly facts: JsonObject }
}

/** Composes a reply as it will be sent, and refuses one that its network would not accept. */
export function composeReply(connector: Connector, { text, answers, account }: ToCompose): Outgoing {
  const reply: Outgoing = {
    format: 'post',
    answers,
    parts: [{ text, media: [] }],
    title: null,
    link: null,
    language: null,
    firstComment: null,
    settings: {},
    account,
  }
  const errors = checkReply(connector, reply).map((issue) => ({ ...issue, path: '/text' }))
  if (errors.length > 0) refuse('validation_failed', { errors, detail: errors.map(({ message }) => message).join(' ') })
  return reply
}
