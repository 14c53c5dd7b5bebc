import { actsOn } from '../../core/control/acts.ts'
import { type Incoming, ok } from '../../core/http/request.ts'
import { noToken, route, withToken } from '../../core/http/route.ts'
import type { MakeNetwork, Route } from '../../core/network.ts'
import { microblog } from '../../core/pages/layouts/microblog.ts'
import { drawAvatar } from '../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../core/pages/posts/links.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { createProvider } from './auth/oauth/provider.ts'
import { createSessions } from './auth/sessions.ts'
import { claimedDid, createTokens } from './auth/tokens.ts'
import { createBlobs } from './media/blobs.ts'
import { videoRoutes } from './media/video.ts'
import { applyWritesRoute } from './posts/apply-writes.ts'
import { createCommentActs } from './posts/comment.ts'
import { notificationRoutes } from './posts/notifications.ts'
import { readRoutes } from './posts/read-calls.ts'
import { repoRoutes } from './posts/repo-calls.ts'
import { createViews } from './posts/views.ts'
import { createWriter } from './posts/write.ts'
import { defaultRules } from './rules.ts'
import { appPassword, createAccounts } from './state/accounts.ts'
import { createNotices } from './state/notices.ts'
import { createPostIndex } from './state/post-index.ts'
import { createRepo } from './state/repo.ts'
import { createFailures } from './wire/failures.ts'
import { param } from './wire/input.ts'
import { createRates } from './wire/rates.ts'
import { invalid } from './wire/refusals.ts'

/**
 * Bluesky: an account's server (PDS), the app view, the DID directory and the video service, all at one URL, as in the
 * AT Protocol.
 */
export const bluesky: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const accounts = createAccounts(world)
  const tokens = createTokens(world)
  const rates = createRates(world.clock, () => rules.rateLimits)
  const provider = createProvider(world, { accounts, rules })
  const sessions = createSessions(world, { accounts, tokens, provider, rates, rules })
  const repo = createRepo(world)
  const blobs = createBlobs(world, rules)
  const posts = createPostIndex(repo)
  const notices = createNotices({ repo, accounts })
  const onPost: typeof posts.add = (stored) => {
    posts.add(stored)
    notices.add(stored)
  }
  const writer = createWriter(world, { repo, blobs, rules, onPost })
  const views = createViews(world, { accounts, repo, blobs, posts })
  const repoDeps = { accounts, sessions, repo, writer, blobs, rates, rules }

  const query = (name: string, call: string, handle: (incoming: Incoming) => object): Route =>
    route('GET', `/xrpc/${name}`, call, noToken, (incoming) => ok(handle(incoming)))

  const routes: readonly Route[] = [
    route(
      'POST',
      '/xrpc/com.atproto.server.createSession',
      'createSession',
      { accepts: ['json'], token: 'refresh' },
      sessions.create,
    ),
    route('POST', '/xrpc/com.atproto.server.refreshSession', 'refreshSession', { token: 'refresh' }, sessions.refresh),
    route('GET', '/xrpc/com.atproto.server.getSession', 'getSession', withToken, sessions.read),
    route('POST', '/xrpc/com.atproto.server.deleteSession', 'deleteSession', { token: 'refresh' }, sessions.remove),
    query('com.atproto.server.describeServer', 'describeServer', () => ({
      did: `did:web:${new URL(world.url()).hostname}`,
      availableUserDomains: ['.sandbox'],
      inviteCodeRequired: false,
    })),
    query('com.atproto.identity.resolveHandle', 'resolveHandle', (incoming) => {
      const handle = param(incoming, 'handle').toLowerCase()
      const account = handle.endsWith('.sandbox') ? accounts.byIdentifier(handle) : null
      if (!account || account.status === 'deleted') return invalid('Unable to resolve handle')
      return { did: account.did }
    }),
    query('_health', 'health', () => ({ version: 'sandbox' })),
    route('GET', '/:did', 'didDocument', noToken, ({ params }) => {
      const account = accounts.byDid(params.did ?? '')
      if (!account) return { status: 404, body: { message: `DID not registered: ${params.did}` } }
      return ok(sessions.didDocument(account))
    }),
    route('GET', '/profile/:actor/post/:rkey', 'postPage', noToken, ({ params }) => {
      const account = accounts.byIdentifier(params.actor ?? '') ?? invalid('Profile not found')
      const post = `at://${account.did}/app.bsky.feed.post/${params.rkey}`
      return toFeed({ world, network: 'bluesky' }, account.name, post)
    }),
    route('GET', '/img/avatar/plain/:did/:file', 'getAvatar', noToken, ({ params }) =>
      drawAvatar((params.file ?? '').replace('@jpeg', '')),
    ),
    ...provider.routes,
    ...repoRoutes(repoDeps),
    ...readRoutes(repoDeps),
    applyWritesRoute(repoDeps),
    ...videoRoutes(world, { accounts, sessions, tokens, blobs, rules }),
    ...views.routes,
    ...notificationRoutes({ sessions, notices, repo, views }),
  ]

  const { on, setQuietly } = actsOn(accounts.byName)

  return {
    id: 'bluesky',
    title: 'Bluesky',
    routes: routes.map((route) => ({
      ...route,
      handle(incoming) {
        rates.spend('ip', incoming.remoteAddress)
        return route.handle(incoming)
      },
    })),
    accountOf(incoming) {
      const { bearer, query, body } = incoming
      const input = body.kind === 'json' && typeof body.value === 'object' ? { ...body.value } : {}
      const given: Readonly<Record<string, unknown>> = input
      const inUri = /^at:\/\/([^/]+)\//.exec(query.get('uris') ?? query.get('uri') ?? '')?.[1]
      const name =
        claimedDid(bearer) ??
        provider.nameIn(incoming)?.concat('.sandbox') ??
        given.identifier ??
        query.get('repo') ??
        query.get('did') ??
        query.get('actor') ??
        query.get('handle') ??
        inUri
      return typeof name === 'string' ? (accounts.byIdentifier(name)?.name ?? null) : null
    },
    failures: createFailures(world.clock),
    feed: views.feed,
    layout: microblog,
    settings: createSettings(rules),
    connect(name) {
      const account = accounts.byName(name)
      if (!account) throw new Error(`Unknown account ${name}.`)
      return { name, handle: account.handle, did: account.did, password: appPassword }
    },
    acts: {
      take_down: setQuietly({ status: 'takendown' }),
      suspend: setQuietly({ status: 'suspended' }),
      deactivate: setQuietly({ status: 'deactivated' }),
      delete_account: setQuietly({ status: 'deleted' }),
      restore: setQuietly({ status: null, appPasswordStands: true, emailConfirmed: true, emailFactor: false }),
      revoke_app_password: on((account) => {
        account.appPasswordStands = false
        sessions.endAll(account)
        return undefined
      }),
      revoke_consents: on((account) => {
        provider.endAll(account)
        return undefined
      }),
      ask_for_email_code: setQuietly({ emailFactor: true }),
      /** Deletes the latest post, as its author does in the app. */
      delete_latest: on((account) => {
        const [latest] = posts.newest({ account: account.name, limit: 1 })
        if (latest) writer.remove(latest)
        return { deleted: latest?.uri ?? null }
      }),
      ...createCommentActs({ accounts, posts, repo, writer, world }),
      unconfirm_email: setQuietly({ emailConfirmed: false }),
      lose_unused_blobs: on((account) => {
        blobs.forgetUnused(account)
        return undefined
      }),
    },
    state: () => ({ accounts: accounts.count, posts: posts.count }),
  }
}
