import type { ReceivedEvent } from '#infra/events/index.ts'
import { defineJob, type Handled, handle, type SealedJobField } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import { forgetRecipients } from '#modules/mail/index.ts'
import { deleteOldFlows } from './company/store.ts'
import { deleteOldClients } from './connected-apps/clients/store.ts'
import { deleteOldDeviceRequests } from './connected-apps/device/store.ts'
import { deleteOldApps } from './connected-apps/store.ts'
import type { MailingDeps, PhotoDeps } from './deps.ts'
import { sendWelcome } from './email/actions.ts'
import { deleteOldMailTokens } from './email/store.ts'
import { guessesKeptMs } from './passwords/attempts.ts'
import { sendGuessWarning, sendPasswordReset } from './passwords/mails.ts'
import { deleteOldGuesses } from './passwords/store.ts'
import { fetchUserFace, saveUserFace } from './people/photo.ts'
import { deleteOldDepartures } from './people/store.ts'
import { deleteOldRequests } from './request-log/store.ts'
import { deleteOldSessions } from './session-store.ts'
import { deleteOldInvites } from './sign-up/store.ts'
import { deleteOldChallenges } from './webauthn/store.ts'

/** Emails the welcome on `user.created`. */
export const welcomeUser = defineJob<ReceivedEvent<'user.created'>>('identity.welcome')

/** Emails a password reset. The address is sealed because finished jobs stay in a table for a while. */
export const mailPasswordReset = defineJob<{ readonly sealedEmail: string }>('identity.password-reset')
export const resetJobBinding = 'job identity.password-reset'

/** Location of the sealed field, for the SECRET_KEY rotation. */
export const sealedResets: SealedJobField = {
  job: mailPasswordReset.name,
  field: 'sealedEmail',
  boundTo: () => resetJobBinding,
}

/** Emails a warning about password guesses. The address is sealed for the same reason. */
export const warnOfPasswordGuesses = defineJob<{ readonly sealedEmail: string }>('identity.password-guessed')
export const guessedJobBinding = 'job identity.password-guessed'

export const sealedGuesses: SealedJobField = {
  job: warnOfPasswordGuesses.name,
  field: 'sealedEmail',
  boundTo: () => guessedJobBinding,
}

/** Deletes sessions, apps, invitations, tokens, counts and logged requests that have ended. A cron enqueues it. */
export const sweepIdentity = defineJob('identity.sweep')

const keptAfterEndMs = days(1)
/** A registered app that no one authorizes for this long must register again. */
const clientKeptMs = days(365)
/** Longer than the lifetime of any provider's tokens. */
const departedKnownMs = days(30)

export function identityHandlers(deps: MailingDeps & PhotoDeps): readonly Handled[] {
  return [
    handle(welcomeUser, ({ ownerUid }) => sendWelcome(deps, ownerUid)),
    handle(mailPasswordReset, ({ sealedEmail }) => {
      const email = deps.seal.open(Buffer.from(sealedEmail, 'base64'), resetJobBinding).toString('utf8')
      return sendPasswordReset(deps, email)
    }),
    handle(warnOfPasswordGuesses, ({ sealedEmail }) => {
      const email = deps.seal.open(Buffer.from(sealedEmail, 'base64'), guessedJobBinding).toString('utf8')
      return sendGuessWarning(deps, email)
    }),
    handle(fetchUserFace, ({ uid }, { signal }) => saveUserFace(deps, uid, signal)),
    handle(sweepIdentity, async () => {
      const past = before(deps.clock.now(), keptAfterEndMs)
      await deleteOldSessions(deps.db, past)
      await deleteOldApps(deps.db, past)
      await deleteOldDeviceRequests(deps.db, past)
      await deleteOldClients(deps.db, { unusedBefore: past, usedBefore: before(deps.clock.now(), clientKeptMs) })
      await deleteOldFlows(deps.db, deps.clock.now())
      await deleteOldChallenges(deps.db, deps.clock.now())
      await deleteOldInvites(deps.db, past)
      await deleteOldMailTokens(deps.db, past)
      await deleteOldGuesses(deps.db, before(deps.clock.now(), guessesKeptMs))
      await deleteOldRequests(deps.db, deps.clock.now())
      await forgetRecipients(deps.db, deps.clock.now())
      await deleteOldDepartures(deps.db, before(deps.clock.now(), departedKnownMs))
    }),
  ]
}
