import { join } from 'node:path'
import { inTx } from '#infra/db/client.ts'
import { roles } from '#kernel/caller.ts'
import { setSubscription, subscriptionStatuses } from '#modules/billing/index.ts'
import {
  type AccountChange,
  findFirstUser,
  inviteToSignUp,
  markEmailVerified,
  readAccess,
  resetSecondFactor,
  setPlan,
  setRole,
} from '#modules/identity/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { Deps } from '../deps.ts'
import { type Command, type CommandContext, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

type Say = CommandContext['say']

/** Reads the arguments and returns what to do, so that a wrong argument is reported before the database is opened. */
type Verb = (args: readonly string[], say: Say) => (deps: Deps) => Promise<number>

const verbs: Readonly<Record<string, Verb>> = {
  'set-role'([email, role], say) {
    const known = roles.find((each) => each === role)
    if (!email || !known) throw new UsageFault(`expects an email and one of ${roles.join(', ')}`)
    return async (deps) => tell(await setRole(deps, email, known), say, `${email} is ${known} now.`)
  },
  'set-plan'([email, plan], say) {
    return async (deps) => {
      const names = [...deps.plans.keys()]
      if (!email || !plan || !names.includes(plan))
        throw new UsageFault(`expects an email and one of ${names.join(', ')}`)
      return tell(await setPlan(deps, email, plan), say, `${email} now has the plan ${plan}.`)
    }
  },
  'set-subscription'([email, given], say) {
    const status = subscriptionStatuses.find((each) => each === given)
    if (!email || !status) throw new UsageFault(`expects an email and one of ${subscriptionStatuses.join(', ')}`)
    return async (deps) => {
      const isKnown = await setSubscription(deps, email, status)
      say(isKnown ? `The subscription of ${email} is now ${status}.` : 'No account has this email.')
      return isKnown ? 0 : 1
    }
  },
  'reset-mfa'([given], say) {
    const email = requireEmail(given)
    return async (deps) => {
      const outcome = await resetSecondFactor(deps, email)
      switch (outcome) {
        case 'reset':
          say(`${email} no longer has a second factor or passkeys, and signs in with only a password.`)
          return 0
        case 'not-enrolled':
          say(`${email} has no second factor and no passkeys.`)
          return 1
        case 'unknown-user':
          say('No account has this email.')
          return 1
        default:
          return outcome satisfies never
      }
    }
  },
  'verify-email'([given], say) {
    const email = requireEmail(given)
    return async (deps) => {
      const access = await readAccess(deps, email)
      return tell(await markEmailVerified(deps, email), say, `${email} is now marked as verified.${sayAccess(access)}`)
    }
  },
  invite([given], say) {
    const email = requireEmail(given)
    return (deps) => invite(deps, email, say)
  },
}

export const user: Command = {
  async run({ args, readConfig, say }) {
    const [name = ''] = args
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (!verb) throw new UsageFault(`expects one of ${Object.keys(verbs).join(', ')}`)
    const work = verb(args.slice(1), say)
    return await withDeps(readConfig(), say, work)
  },
}

function requireEmail(given: string | undefined): string {
  if (!given) throw new UsageFault('expects an email')
  return given
}

async function invite(deps: Deps, email: string, say: Say): Promise<number> {
  const { token: inviteToken, expiresAt } = await inviteToSignUp(deps, email)
  const values = { inviteToken, url: deps.config.publicUrl, days: '7' }
  // Nothing is known about the reader, who most likely shares a language with the operators.
  const locale = (await findFirstUser(deps.db))?.locale
  await inTx(deps.db, (tx) => queueMail(deps, tx, { to: email, locale, template: 'sign-up-invite', values }))
  const { smtpUrl, dataDir } = deps.config
  const mail =
    smtpUrl === null
      ? `SMTP_URL is not set: while Posthorn runs, it writes the email to ${join(dataDir, 'outbox')}.`
      : 'An email follows.'
  say(`Invited ${email} until ${expiresAt.toISOString()}. ${mail}`)
  say('The "inviteToken" for POST /v1/auth/sign-up:')
  say(inviteToken)
  return 0
}

/** Says what stays in an account, because a confirmation by email would have ended it. */
function sayAccess(access: Awaited<ReturnType<typeof readAccess>>): string {
  if (!access) return ''
  const { keys, apps, hasCompany } = access
  const list = [
    ...(hasCompany ? ['company sign-in'] : []),
    ...(keys > 0 ? [`${keys} API ${keys === 1 ? 'key' : 'keys'}`] : []),
    ...(apps > 0 ? [`${apps} ${apps === 1 ? 'app' : 'apps'}`] : []),
  ]
  const kept = list.length === 0 ? 'The password keeps' : `The password, ${list.join(', ')} keep`
  return ` ${kept} working. If someone else may have opened the account, its owner should change the password${list.length === 0 ? '' : ' and end the others under Security'}.`
}

function tell(change: AccountChange, say: Say, done: string): number {
  switch (change.kind) {
    case 'changed':
      say(done)
      return 0
    case 'unknown-user':
      say('No account has this email.')
      return 1
    case 'last-superadmin':
      say('That is the last superadmin. Make another user a superadmin first.')
      return 1
    default:
      return change satisfies never
  }
}
