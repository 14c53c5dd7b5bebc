import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SlackSettings } from '#infra/config/chats.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { cleanName } from '#kernel/text/one-line.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { requireScopesOfChats, requireWholeCaller } from '../../link-codes.ts'
import { callAsApp, createSlackClient, SlackRefusal } from '../client.ts'
import { bindBrowser, insertFlow, takeFlow } from '../store/inbox.ts'
import { putPerson } from '../store/people.ts'
import { findWorkspaceId, putWorkspace, tokenBinding, type WorkspaceRow } from '../store/workspaces.ts'

/** The permissions that the app requests. `docs/chats.md` explains each. */
const scopes: readonly string[] = [
  'chat:write',
  'commands',
  'files:read',
  'im:history',
  'im:read',
  'im:write',
  'users:read',
]

/** The URL that Slack redirects people to. It is registered in the app. */
const callbackUrl = ({ publicUrl }: { readonly publicUrl: string }): string =>
  `${publicUrl}/v1/agent/chat-b/oauth/callback`

/**
 * The secrets of an installation. The state goes to Slack and comes back. The nonce is in the URL that the person's
 * browser opens first. Only hashes are stored, and the state follows from the nonce, so that the route of that URL can
 * compute it.
 */
const newNonce = (): string => randomBytes(32).toString('base64url')

const deriveState = (nonce: string): string => hash(`slack state of ${nonce}`).toString('base64url')

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns the name of the cookie: one for each flow, so that two tabs do not interfere. */
export const nameCookie = (state: string): string => `posthorn_slack_${hash(state).toString('hex').slice(0, 12)}`

const goodForMs = minutes(10)

/** Begins an installation for the caller. The URL is for the browser of the same person. */
export async function beginInstall(deps: SlackDeps, caller: Caller) {
  requireWholeCaller(caller)
  requireScopesOfChats(caller)
  requireSlack(deps)
  const nonce = newNonce()
  const expiresAt = after(deps.clock.now(), goodForMs)
  await insertFlow(deps.db, { stateHash: hash(deriveState(nonce)), nonceHash: hash(nonce), uid: caller.uid, expiresAt })
  return {
    authUrl: `${deps.config.publicUrl}/v1/agent/chat-b/install/${nonce}`,
    expiresAtMs: expiresAt.getTime(),
  }
}

/** Binds an installation to the first browser that opens its URL, and returns the next URL. */
export async function startInstall(deps: SlackDeps, nonce: string) {
  const slack = requireSlack(deps)
  const value = newNonce()
  if (!(await bindBrowser(deps.db, hash(nonce), hash(value)))) return null
  const state = deriveState(nonce)
  const query = new URLSearchParams({
    client_id: slack.clientId,
    scope: scopes.join(','),
    redirect_uri: callbackUrl(deps.config),
    state,
  })
  return { location: `${slack.url}/oauth/v2/authorize?${query}`, cookie: { name: nameCookie(state), value } }
}

interface Back {
  readonly state: string
  readonly code: string | undefined
  /** Set if the person declined. */
  readonly error: string | undefined
  readonly cookie: string | undefined
  readonly requestId: string
}

interface Access {
  readonly access_token: string
  readonly scope: string
  readonly bot_user_id: string
  readonly team: { readonly id: string; readonly name: string } | null
  readonly is_enterprise_install: boolean
  /** Present if the app rotates its tokens, which then expire after twelve hours. */
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly authed_user: { readonly id: string }
}

/** Completes an installation: stores the workspace, and links the consenting person to the user who began it. */
export async function finishInstall(deps: SlackDeps, back: Back): Promise<WorkspaceRow> {
  const slack = requireSlack(deps)
  const flow = back.cookie === undefined ? undefined : await takeFlow(deps.db, hash(back.state), hash(back.cookie))
  if (!flow) return refuse('oauth_state_invalid')
  if (back.code === undefined) return refuse('access_denied')
  const access = await exchange(deps, slack, back.code)
  const { team } = access
  if (access.is_enterprise_install || !team) {
    await revoke(deps, slack, access)
    return refuse('slack_enterprise_unsupported')
  }
  if (access.refresh_token !== undefined || access.expires_in !== undefined) {
    await revoke(deps, slack, access)
    return refuse('slack_rotation_unsupported')
  }
  return await inTx(deps.db, (tx) => save(deps, tx, { slack, access, team, uid: flow.uid, requestId: back.requestId }))
}

/** Revokes an unusable token, so that it does not stay valid. */
const revoke = (deps: SlackDeps, slack: SlackSettings, { access_token }: Access): Promise<unknown> =>
  createSlackClient(deps, slack, access_token)
    .call('auth.revoke', {})
    .catch(() => {})

async function exchange(deps: SlackDeps, slack: SlackSettings, code: string): Promise<Access> {
  try {
    return await callAsApp<Access>(deps, slack, 'oauth.v2.access', { code, redirect_uri: callbackUrl(deps.config) })
  } catch (error) {
    if (!(error instanceof SlackRefusal)) return refuse('network_unavailable')
    return refuse('network_refused_credentials', {
      detail: `Slack rejected the installation: ${error.code}. Start again.`,
    })
  }
}

const maxTeamName = 200

interface Installed {
  readonly slack: SlackSettings
  readonly access: Access
  readonly team: { readonly id: string; readonly name: string }
  readonly uid: UserId
  readonly requestId: string
}

async function save(
  deps: SlackDeps,
  tx: Tx,
  { slack, access, team, uid, requestId }: Installed,
): Promise<WorkspaceRow> {
  const now = deps.clock.now()
  const teamName = cleanName(team.name, maxTeamName) || team.id
  const id = (await findWorkspaceId(tx, slack.mode, team.id))?.id ?? randomUUID()
  const workspace = await putWorkspace(tx, {
    id,
    mode: slack.mode,
    teamId: team.id,
    teamName,
    botUserId: access.bot_user_id,
    installerUid: uid,
    sealedToken: deps.seal.seal(access.access_token, tokenBinding(id)),
    scopes: access.scope.split(','),
    installedAt: now,
  })
  await putPerson(tx, { workspaceId: workspace.id, slackId: access.authed_user.id, uid, linkedAt: now })
  await writeAudit(tx, {
    at: now,
    caller: { kind: 'user', uid, keyId: null, requestId },
    ownerUid: uid,
    action: 'chat.connected',
    subject: toWire('usr', uid),
    changes: { slack: { from: null, to: teamName } },
  })
  return workspace
}

/** Tries the client ID and secret, with a code that does not exist: Slack names the first problem. */
export async function checkSlackApp(deps: Parameters<typeof callAsApp>[0], slack: SlackSettings | null) {
  if (!slack)
    return { ok: false, detail: 'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET aren’t all set.' }
  try {
    await callAsApp(deps, slack, 'oauth.v2.access', { code: 'a code that doesn’t exist' })
  } catch (error) {
    if (!(error instanceof SlackRefusal)) return { ok: false, detail: 'Couldn’t reach Slack.' }
    if (error.code === 'invalid_code')
      return {
        ok: true,
        detail: 'Slack recognizes the app. The signing secret is checked on Slack’s first request.',
      }
    return {
      ok: false,
      detail: `Slack rejected the app: ${error.code}. Check SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.`,
    }
  }
  return { ok: false, detail: 'Slack returned an unexpected response.' }
}
