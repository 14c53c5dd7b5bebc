import type { FaultKind } from '../../core/control/faults.ts'

/** Describes in plain words what a fault does, and how a correct publisher reacts to it. */
export const faultWords: Readonly<Record<FaultKind, { readonly does: string; readonly expect: string }>> = {
  error_before: {
    does: 'It responds with an error',
    expect: 'Posthorn retries the call after a delay. The post is published once.',
  },
  reset: {
    does: 'It closes the connection',
    expect: 'Posthorn retries the call after a delay. The post is published once.',
  },
  rate_limit: { does: 'It responds “Too many requests”', expect: 'Calls to it pause, then continue in order.' },
  reject: {
    does: 'It rejects the post',
    expect: 'The post fails with the network’s message. You can retry it.',
  },
  expired_token: {
    does: 'Access has expired',
    expect: 'Posthorn renews access automatically, or asks you to reconnect the account.',
  },
  revoked_token: {
    does: 'Access was revoked',
    expect: 'Posthorn asks you to reconnect the account. Its posts are on hold.',
  },
  error_after: {
    does: 'It publishes, but responds with an error',
    expect: 'Posthorn checks whether the post is on the network. It is published once.',
  },
  timeout_after: {
    does: 'It publishes, but never responds',
    expect: 'Posthorn checks whether the post is on the network. It is published once.',
  },
  drop_after: {
    does: 'It publishes, but closes the connection',
    expect: 'Posthorn checks whether the post is on the network. It is published once.',
  },
  truncate_after: {
    does: 'It publishes, but sends only half a response',
    expect: 'Posthorn checks whether the post is on the network. It is published once.',
  },
  slow: {
    does: 'It takes 5 seconds longer',
    expect: 'Posts are published late, and other posts do not wait for them.',
  },
  slow_processing: {
    does: 'Its videos take a minute longer',
    expect: 'The post says “processing” until the network is done.',
  },
}
