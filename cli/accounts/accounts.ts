import { findProfileId } from '#tasks/inputs/profile.ts'
import { clientCommand } from '../client-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { accountsRow, whoamiRow } from '../rows/accounts.ts'

export const whoami = clientCommand(whoamiRow, async ({ api, out, installation }) => {
  const { name, url } = installation
  const profiles = (await api.listProfiles()).map(({ id, name, role, timezone }) => ({ id, name, role, timezone }))
  if (out.isJson) out.show({ installation: name, url, profiles }, () => [])
  else {
    out.show(null, () => [`${url}${name === null ? '' : ` (${name})`}`, ''])
    out.table(
      profiles,
      [
        { title: 'PROFILE', of: (one) => one.name, shrinks: true },
        { title: 'ROLE', of: ({ role }) => role },
        { title: 'TIME ZONE', of: ({ timezone }) => timezone },
        { title: 'ID', of: ({ id }) => id },
      ],
      'You don’t have access to any profiles yet.',
    )
  }
  return exitCodes.done.status
})

export const accounts = clientCommand(accountsRow, async ({ api, out, profile }) => {
  const within = profile === undefined ? {} : { profileId: await findProfileId(api, profile) }
  const found = await Array.fromAsync(api.each.listConnections(within))
  out.table(
    found,
    [
      { title: 'NETWORK', of: ({ network }) => network },
      { title: 'ACCOUNT', of: ({ handle }) => handle, shrinks: true },
      { title: 'STATE', of: ({ status }) => status, isState: true },
      { title: 'DEFAULT', of: ({ isDefault }) => (isDefault ? 'yes' : '') },
      { title: 'MODE', of: ({ mode }) => mode },
      { title: 'ID', of: ({ id }) => id },
    ],
    'No accounts are connected yet. Connect one: posthorn connect NETWORK',
  )
  return exitCodes.done.status
})
