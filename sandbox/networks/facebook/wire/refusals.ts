import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Failures } from '../../../core/network.ts'
import { createFailures as createMetaFailures } from '../../meta/failures.ts'
import { wrongAnswer as answerOf, type Wrong } from '../../meta/refusals.ts'
import { businessUsage } from '../../meta/windows.ts'
import { pageBehind } from '../auth/sealed.ts'
import type { Graph } from '../state/platform.ts'

/** Returns an error response. An error about an invalid token also has a header. */
export function wrongAnswer(wrong: Wrong): Answer {
  if (wrong.code !== 190) return answerOf(wrong)
  const challenge = `OAuth "Facebook Platform" "invalid_token" "${wrong.message}"`
  return answerOf({ ...wrong, headers: { 'www-authenticate': challenge, ...wrong.headers } })
}

export function refuse(wrong: Wrong): never {
  throw new Refused(wrongAnswer(wrong))
}

/** Rejects with a title and a sentence for a person to see. */
export const unfit = (subcode: number, title: string, say: string, code = 100): never =>
  refuse({ message: code === 100 ? 'Invalid parameter' : `(#${code}) ${title}`, code, subcode, title, say })

export const missing = (permission: string): never =>
  refuse({
    message: `(#200) The permission(s) ${permission} must be granted, with a role on the page that covers it, before this can be done on the page's behalf`,
    code: 200,
  })

export const createFailures = (graph: Graph): Failures =>
  createMetaFailures(wrongAnswer, (retryAfterMs, incoming) => tooMany(graph, incoming, retryAfterMs))

function tooMany(graph: Graph, incoming: Incoming, retryAfterMs: number | null): Answer {
  const page = pageBehind(graph, incoming)
  if (page === null) return wrongAnswer({ message: '(#4) Application request limit reached', code: 4 })
  const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000)
  return wrongAnswer({ ...pageLimit(graph), headers: businessUsage('pages', page.id, { percent: 100, minutes }) })
}

export const pageLimit = ({ rules }: Graph): Wrong =>
  rules.page_limit_code === 32
    ? { message: '(#32) Page request limit reached', code: 32 }
    : {
        message:
          '(#80001) There have been too many calls to this Page account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
        code: 80_001,
      }
