import type { Failures } from '../../../core/network.ts'
import { createFailures } from '../../meta/failures.ts'
import { noObject, refuse, type Wrong, wrongAnswer } from '../../meta/refusals.ts'
import { appUsage } from '../../meta/windows.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'

export const lacking = ({ rules }: Platform, scopes: string): never =>
  refuse({
    message: `(#${rules.permissionCode}) Application does not have permission for this action: ${scopes}`,
    type: 'THApiException',
    code: rules.permissionCode,
  })

/** Rejects publishing or replying to an object that does not exist, or not yet. */
export const notFound = (id: string): never =>
  refuse({
    message: 'The requested resource does not exist',
    code: 24,
    subcode: 4_279_009,
    title: 'Media Not Found',
    say: `The media with id ${id} cannot be found.`,
  })

/** Rejects reading an object that does not exist. */
export const absent = ({ rules }: Platform, id: string, verb: 'get' | 'post' | 'delete' = 'get'): never =>
  rules.missingCode === 24 ? notFound(id) : noObject(id, verb)

export const unfetched: Wrong = {
  message: 'The media could not be fetched from this URI.',
  code: 9_004,
  subcode: 2_207_052,
  title: 'Media download has failed',
  say: 'The media could not be fetched from this URI.',
}

/** Rejects with a name instead of a number. */
export const named = (name: string, say: string): never =>
  refuse({ message: `(#100) ${name}`, type: 'THApiException', code: 100, title: name, say })

export function checkStanding({ rules }: Platform, { standing }: Person): void {
  if (standing === 'restricted')
    refuse({
      message: 'The user is restricted from publishing.',
      type: 'THApiException',
      code: rules.restrictedCode,
      subcode: 4_279_013,
      title: 'Restricted',
      say: 'This account may not publish at the moment.',
    })
  if (standing === 'spam')
    refuse({
      message: 'Application request limit reached',
      code: rules.spamCode,
      subcode: 2_207_051,
      title: 'Action is blocked',
      say: 'We restrict certain activity to protect our community.',
    })
}

export const quotaReached = (title: string): never =>
  refuse({
    message: 'Application request limit reached',
    code: 9,
    subcode: 2_207_042,
    title,
    say: 'You reached the maximum number that is allowed within 24 hours.',
  })

export const tooManyCalls: Wrong = { message: '(#4) Application request limit reached', code: 4 }

// The response never says how long to wait.
export const failures: Failures = createFailures(
  wrongAnswer,
  () => wrongAnswer({ ...tooManyCalls, headers: appUsage(100) }),
  { type: 'THApiException' },
)
