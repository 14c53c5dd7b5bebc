import { validate } from '#connectors/check/validate.ts'
import type { Connector, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import type { Answered } from '#connectors/contract/outgoing.ts'
import { type Fault, refuse } from '#kernel/errors.ts'

interface ToCompose {
  readonly text: string
  readonly answers: Answered
  readonly account: { readonly remoteId: string; readonly handle: string; readonly facts: JsonObject }
}

/** Composes a reply as it will be sent, and refuses one that its network would not accept. */
export function composeReply(connector: Connector, { text, answers, account }: ToCompose): Outgoing {
  const outgoing: Outgoing = {
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
  const { errors } = validate({ connector, outgoing, planFit: () => ({ action: 'as-is' }), paths })
  if (errors.length > 0)
    refuse('validation_failed', { errors: errors.map(faultOf), detail: errors.map(({ message }) => message).join(' ') })
  return outgoing
}

const paths = { text: () => '/text', media: () => '/text', field: () => '/text' }

const faultOf = ({ code, message, fix }: Issue): Fault => ({
  path: '/text',
  code,
  message,
  ...(fix === undefined ? {} : { fix }),
})
