import { z } from 'zod'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'

export const listAccounts = defineTask({
  name: 'list_accounts',
  title: 'List accounts',
  about: 'Lists the connected accounts that posts can be published to, with their status.',
  scopes: ['profiles:read', 'connections:read'],
  effect: reads,
  input: z.strictObject({ profile: profileInput }),
  output: z.object({
    accounts: z.array(
      z.object({
        id: z.string(),
        profileId: z.string(),
        network: z.string(),
        handle: z.string(),
        displayName: z.string().nullable(),
        status: z.string(),
        statusReason: z.string().nullable(),
        isDefault: z.boolean(),
        mode: z.string(),
      }),
    ),
  }),
  async run(api, { profile }) {
    const profileId = await findProfileId(api, profile)
    const accounts = await Array.fromAsync(api.each.listConnections({ profileId }))
    return {
      accounts: accounts.map(
        ({ id, profileId, network, handle, displayName, status, statusReason, isDefault, mode }) => ({
          id,
          profileId,
          network,
          handle,
          displayName,
          status,
          statusReason,
          isDefault,
          mode,
        }),
      ),
    }
  },
  describe({ accounts }) {
    if (accounts.length === 0) return 'No accounts are connected yet.'
    return accounts
      .map(({ id, network, handle, status }) => `${network} ${handle} ${id}${status === 'active' ? '' : `: ${status}`}`)
      .join('\n')
  },
})
