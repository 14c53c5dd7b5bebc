import type { Failure, Verdict } from '#connectors/connector.ts'
import { expired, unsettled } from '#connectors/meta/container/publish.ts'
import { failedWith } from '#connectors/meta/container/state.ts'
import { type GraphError, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { verdictByName, verdictWithoutNumbers } from '#connectors/meta/verdicts.ts'
import { reauth, refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { notGranted, notRenewable } from '../auth/grant.ts'
import { usedUp } from '../media/room.ts'
import { accountRows } from './account-rows.ts'
import { contentRows } from './content-rows.ts'
import { connecting, dayUsedUp, passing } from './passing.ts'

/** Verdicts by an error's two numbers, never by its message. */

const fromTable = readGraphTable([...contentRows, ...accountRows])

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const own = ofOurs(failure, now)
  if (own) return own
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code?.startsWith(failedWith)) return ofContainer(failure.code.slice(failedWith.length), now)
  const error = graphErrorOf(failure)
  if (error === null) return verdictWithoutNumbers(failure, step, { network: 'Instagram', connecting, passing })
  return judgeError(failure, error, step, now)
}

function judgeError(failure: Failure, error: GraphError, step: string, now: Date): Verdict | null {
  const named = verdictByName(failure, names)
  if (named) return named
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return passing('Instagram has a temporary problem.')(failure, error, step)
  const status = failure.status ?? 500
  return status < 500 && status !== 429 && status !== 401
    ? refusedInWords('refused_by_network', 'Instagram rejected the post')(failure, error)
    : null
}

/** Verdicts on the failure codes of this connector. */
function ofOurs({ code }: Failure, now: Date): Verdict | null {
  switch (code) {
    case notGranted:
      return reauth('Access does not include this account. Connect it again and select its page.', 'page_left_out')
    case notRenewable:
      return reauth('Facebook no longer allows access. Connect the account again.', 'grant_expired')
    case expired:
      return { is: 'again', from: 'afresh', why: 'The prepared post has expired at Instagram.' }
    case unsettled:
      return { is: 'doubt', why: 'Instagram flagged the post as spam, and its outcome is unknown.' }
    case usedUp:
      return dayUsedUp(now)
    default:
      return null
  }
}

/** Returns the verdict on a failed container, from the same table if Instagram gave an error number. */
function ofContainer(subcode: string, now: Date): Verdict {
  const error = { error: { error_subcode: Number(subcode), message: '' } }
  const failure: Failure = { sent: 'answered', status: 400, headers: {}, body: JSON.stringify(error), code: null }
  const verdict = subcode === '' ? null : fromTable(failure, 'ready', now)
  if (verdict?.is === 'refused' || verdict?.is === 'reauth') return verdict
  if (verdict !== null || subcode === '')
    return { is: 'again', from: 'afresh', why: 'Instagram could not process a file.' }
  return refused('media_refused', `Instagram could not process a file (${subcode}).`)
}

/** Verdicts on errors that have a name, in any field, but no number. */
const names: Readonly<Record<string, Verdict>> = {
  INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID: refused(
    'location_unknown',
    'Instagram does not recognize the location. Use the ID of a page with a street address, or remove locationId.',
  ),
}
