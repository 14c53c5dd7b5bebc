import type { FaultKind } from '../../core/control/faults.ts'

/** Names what a fault does in plain words, and what to expect of a publisher that handles it well. */
export const faultWords: Readonly<Record<FaultKind, { readonly does: string; readonly expect: string }>> = {
  error_before: {
    does: 'It answers with an error',
    expect: 'The call is made again after a pause. The post goes out once.',
  },
  reset: { does: 'It cuts the connection', expect: 'The call is made again after a pause. The post goes out once.' },
  rate_limit: { does: 'It says: too many requests', expect: 'Calls to it stop for a while, then go on in order.' },
  reject: {
    does: 'It refuses the post',
    expect: 'The post fails with the network’s own words. Trying again is your choice.',
  },
  expired_token: {
    does: 'The sign-in has run out',
    expect: 'The sign-in is renewed by itself, or the account asks to be connected again.',
  },
  revoked_token: {
    does: 'The access was taken away',
    expect: 'The account asks to be connected again. Its posts wait.',
  },
  error_after: {
    does: 'It posts, but answers with an error',
    expect: 'The network is asked whether the post is there. It goes out once.',
  },
  timeout_after: {
    does: 'It posts, but never answers',
    expect: 'The network is asked whether the post is there. It goes out once.',
  },
  drop_after: {
    does: 'It posts, but the answer is cut off',
    expect: 'The network is asked whether the post is there. It goes out once.',
  },
  truncate_after: {
    does: 'It posts, but answers by half',
    expect: 'The network is asked whether the post is there. It goes out once.',
  },
  slow: { does: 'It takes 5 seconds longer', expect: 'Posts go out late, and others do not wait for them.' },
  slow_processing: {
    does: 'Its videos take a minute longer',
    expect: 'The post says “processing” until the network is done.',
  },
}
