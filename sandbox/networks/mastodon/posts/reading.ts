import { type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { firstAccounts } from '../../../core/people/accounts.ts'
import { requireCaller, viewerOf } from '../auth/callers.ts'
import { isAtLeast } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Status } from '../state/records.ts'
import { linkHeader, pageOf, pick } from '../wire/paging.ts'
import { booleanParam, listOf, readAllParams } from '../wire/params.ts'
import { no, notFound } from '../wire/refusals.ts'
import { shownAccount, shownOwnAccount, shownStatus } from './present.ts'
import { canSee, findStatus } from './sight.ts'

/** The reading calls: people, their statuses, and the context of a status. */
export function readingRoutes(instance: Instance): readonly Route[] {
  const accountOf = (incoming: Incoming): Account => {
    const account = instance.accountById(incoming.params.id ?? '') ?? notFound()
    return account.standing === 'deleted' ? no(410, 'Gone') : account
  }
  return [
    route('GET', '/api/v1/accounts/verify_credentials', 'verifyCredentials', withToken, (incoming) => {
      const { account } = requireCaller(instance, incoming, 'profile', 'read:accounts')
      return ok(shownOwnAccount(instance, account))
    }),
    route('GET', '/api/v1/accounts/lookup', 'lookupAccount', noToken, ({ query }) => {
      const account = instance.person((query.get('acct') ?? '').replace(/^@/, '').toLowerCase()) ?? notFound()
      return ok(shownAccount(instance, account))
    }),
    route('GET', '/api/v1/accounts/search', 'searchAccounts', withToken, (incoming) => {
      requireCaller(instance, incoming, 'read:accounts')
      const params = readAllParams(incoming)
      const q = (incoming.query.get('q') ?? '').trim().replace(/^@/, '').toLowerCase()
      const { limit } = pageOf(incoming, { usual: 40, max: 80 })
      // Only the people whom the server knows: `resolve` looks up no others in the sandbox.
      booleanParam(params, 'resolve')
      const known = q === '' ? [] : firstAccounts.filter((name) => name.startsWith(q))
      const found = known
        .flatMap((name) => instance.person(name) ?? [])
        .filter(({ standing }) => standing !== 'deleted')
      return ok(found.slice(0, limit).map((account) => shownAccount(instance, account)))
    }),
    route('GET', '/api/v1/accounts/:id', 'getAccount', noToken, (incoming) => {
      viewerOf(instance, incoming, 'read:accounts')
      return ok(shownAccount(instance, accountOf(incoming)))
    }),
    route('GET', '/api/v1/accounts/:id/statuses', 'listStatuses', noToken, (incoming) => {
      const viewer = viewerOf(instance, incoming, 'read:statuses')
      const account = accountOf(incoming)
      if (account.standing === 'suspended') no(410, 'Gone')
      const params = readAllParams(incoming)
      const page = pageOf(incoming, { usual: 20, max: 40 })
      const requested = (name: string) => booleanParam(params, name) === true
      const [noReplies, onlyMedia, pinned] = [
        requested('exclude_replies'),
        requested('only_media'),
        requested('pinned'),
      ]
      const keep = (status: Status) =>
        !pinned &&
        !(noReplies && status.replyTo && status.replyTo.account !== account) &&
        !(onlyMedia && status.media.length === 0) &&
        canSee(status, viewer)
      const picked = pick(account.statuses, page, keep)
      const headers = linkHeader(instance.base(), incoming, picked, page.limit)
      return { status: 200, headers, body: picked.map((status) => shownStatus(instance, status)) }
    }),
    route('GET', '/api/v1/statuses', 'listStatusesById', noToken, (incoming) => {
      if (!isAtLeast(instance.rules, 4, 3)) notFound()
      const viewer = viewerOf(instance, incoming, 'read:statuses')
      const params = readAllParams(incoming)
      const ids = [...new Set([...listOf(params, 'id'), ...listOf(params, 'ids')])]
      const found = ids.flatMap((id) => findStatus(instance, viewer, id) ?? [])
      return ok(found.map((status) => shownStatus(instance, status)))
    }),
    route('GET', '/api/v1/statuses/:id/context', 'getContext', noToken, (incoming) => {
      const viewer = viewerOf(instance, incoming, 'read:statuses')
      const status = findStatus(instance, viewer, incoming.params.id ?? '') ?? notFound()
      const limits = viewer ? { up: 4_096, down: 4_096, depth: 4_096 } : { up: 40, down: 60, depth: 20 }
      const shown = (all: readonly Status[]) => all.map((one) => shownStatus(instance, one))
      const ancestors = above(status, viewer, limits.up)
      return ok({ ancestors: shown(ancestors), descendants: shown(below(status, viewer, limits)) })
    }),
  ]
}

function above(status: Status, viewer: Account | null, max: number): readonly Status[] {
  const found: Status[] = []
  for (let one = status.replyTo; one && found.length < max; one = one.replyTo) if (canSee(one, viewer)) found.push(one)
  return found.reverse()
}

function below(status: Status, viewer: Account | null, { down, depth }: { down: number; depth: number }) {
  const found: Status[] = []
  const open = status.replies.map((reply) => ({ reply, deep: 1 })).reverse()
  for (let next = open.pop(); next && found.length < down; next = open.pop()) {
    const { reply, deep } = next
    if (canSee(reply, viewer)) found.push(reply)
    if (deep < depth) for (const one of [...reply.replies].reverse()) open.push({ reply: one, deep: deep + 1 })
  }
  return found
}
