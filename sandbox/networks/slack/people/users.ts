import { displayNameOf } from '../../../core/people/accounts.ts'
import { personOf } from '../chat/messages.ts'
import { appId, endInstallation } from '../state/platform.ts'
import type { ApiCall, Method } from '../wire/api.ts'

/** Methods for users and for the token itself. */
export const peopleMethods: readonly Method[] = [
  { name: 'users.info', scope: 'users:read', run: readUser },
  { name: 'auth.test', scope: null, run: testToken },
  { name: 'auth.revoke', scope: null, writes: true, run: revokeToken },
]

function readUser(call: ApiCall): object {
  const { id, name, workspace } = personOf(call, call.text('user'))
  const real = displayNameOf(name)
  return {
    user: {
      id,
      team_id: workspace.id,
      name,
      real_name: real,
      deleted: false,
      is_bot: false,
      tz: 'Europe/Amsterdam',
      profile: { display_name: name, real_name: real },
    },
  }
}

function testToken({ platform, workspace }: ApiCall): object {
  return {
    url: `${platform.base()}/${workspace.domain}/`,
    team: workspace.name,
    team_id: workspace.id,
    user: 'sandbox_app',
    user_id: workspace.botId,
    bot_id: workspace.botId.replace('U', 'B'),
    app_id: appId,
    is_enterprise_install: false,
  }
}

/** Revokes the app's token, its only access, so that the app is removed from the workspace. */
function revokeToken({ platform, workspace, args }: ApiCall): object {
  if (args.test === true || args.test === '1') return { revoked: false }
  endInstallation(platform, workspace)
  return { revoked: true }
}
