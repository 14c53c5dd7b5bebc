import { randomUUID } from 'node:crypto'
import type { SlackSettings } from '#infra/config/slack.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { cleanName } from '#kernel/text/one-line.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { takeFlow } from '../../store/flows.ts'
import { putPerson } from '../../store/people.ts'
import { findWorkspaceId, putWorkspace, tokenBinding, type WorkspaceRow } from '../../store/workspaces.ts'
import { callAsApp, createSlackClient } from '../../web-api/client.ts'
import { SlackRefusal } from '../../web-api/failures.ts'
import { callbackUrl } from '../scopes.ts'
import { hash } from '../states.ts'

interface Back {
  readonly state: string
  readonly code: string | undefined
  /** Set when the person declined. */
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
  /** Present where the app rotates its tokens, which then end after twelve hours. */
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly authed_user: { readonly id: string }
}

/** Ends an installation: stores the workspace, and links the person who gave consent to the user who began it. */
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

/** Revokes a token that is of no use here, so that it does not stay valid. */
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
      detail: `Slack refuses the installation: ${error.code}. Start again.`,
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
