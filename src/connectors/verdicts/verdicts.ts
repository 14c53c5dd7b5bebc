import type { Failure, LossCode, Verdict, WaitCode } from '#connectors/connector.ts'

/** The grant does not work: it is renewed, or the user must connect the account again. */
export const reauth = (why: string, code?: LossCode): Verdict => ({ is: 'reauth', why, ...(code && { code }) })

/** The network blocks the account itself, or its grants cannot be renewed: the user must connect it again. */
export const reconnect = (why: string, code?: LossCode): Verdict => ({
  is: 'reauth',
  why,
  final: true,
  ...(code && { code }),
})

export const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })

export const operatorProblem = (why: string, code: WaitCode): Verdict => ({ is: 'operator', why, code })

export const retryCall = (why: string, code?: WaitCode): Verdict => ({
  is: 'retry',
  of: 'call',
  why,
  ...(code && { code }),
})

/** A failure code of connectors: the post to quote does not exist or cannot be quoted. */
export const quoteMissing = 'quote_missing'
export const quotedPostGone = refused(
  'quoted_post_gone',
  'The post to quote was deleted, or this account can’t quote it. Choose another post, or publish without a quote.',
)

/** A failure code of connectors: the item to answer does not exist, or does not accept replies. */
export const answeredMissing = 'answered_missing'
export const answeredGone = refused('answered_gone', 'The comment was deleted, or its author doesn’t allow replies.')

/** A failure code of connectors: the item to like or hide does not exist. */
export const itemMissing = 'item_missing'
export const itemGone = refused('item_gone', 'This was deleted on the network.')

const maxQuoted = 300

/** Builds a refusal that quotes the network's own message, if any. */
export const refusedInWords =
  (code: string, before: string) =>
  (_: Failure, { message }: { readonly message: string | null }): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, maxQuoted)}”`)
