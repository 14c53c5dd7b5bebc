import type { Failures } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { noObject, refuse, type Wrong, wrongAnswer } from '../../meta/refusals.ts'
import { appUsage } from '../../meta/windows.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'

/** The network's messages for each subcode of an invalid token. */

const tokenWords: Readonly<Record<number, string>> = {
  458: `The user has not authorized application ${sandboxApp.id}.`,
  460: 'The session has been invalidated because the user changed their password.',
  463: 'Session has expired.',
}

export const deadToken = (subcode: number): Wrong => ({
  message: `Error validating access token: ${tokenWords[subcode]}`,
  code: 190,
  subcode,
})

export const unknownToken: Wrong = { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }

export const lacking = ({ rules }: Platform, scopes: string): never =>
  refuse({
    message: `(#${rules.permissionCode}) Application does not have permission for this action: ${scopes}`,
    type: 'THApiException',
    code: rules.permissionCode,
  })

/** Refuses to publish or answer an object that does not exist, or not yet. */
export const notFound = (id: string): never =>
  refuse({
    message: 'The requested resource does not exist',
    code: 24,
    subcode: 4_279_009,
    title: 'Media Not Found',
    say: `The media with id ${id} cannot be found.`,
  })

/** Refuses to read an object that does not exist. */
export const absent = ({ rules }: Platform, id: string, verb: 'get' | 'post' | 'delete' = 'get'): never =>
  rules.missingCode === 24 ? notFound(id) : noObject(id, verb)

export const unfetched: Wrong = {
  message: 'The media could not be fetched from this URI.',
  code: 9_004,
  subcode: 2_207_052,
  title: 'Media download has failed',
  say: 'The media could not be fetched from this URI.',
}

/** Refuses with a name in place of a number. */
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

export const failures: Failures = {
  serverError: () =>
    wrongAnswer({
      message: 'An unexpected error has occurred. Please retry your request later.',
      code: 2,
      transient: true,
    }),
  // The answer never says how long to wait.
  rateLimited: () => wrongAnswer({ ...tooManyCalls, headers: appUsage(100) }),
  expiredToken: () => wrongAnswer(deadToken(463)),
  revokedToken: () => wrongAnswer(deadToken(458)),
  rejected: () => wrongAnswer({ message: '(#100) Invalid parameter', type: 'THApiException', code: 100 }),
  noSuchCall: (_method, path) => wrongAnswer({ message: `Unknown path components: ${path}`, code: 2_500 }),
  badBody: (reason, detail) =>
    wrongAnswer({ message: `(#100) ${detail}`, code: 100, ...(reason === 'too_large' ? { status: 413 } : {}) }),
}
