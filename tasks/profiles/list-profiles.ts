import { z } from 'zod'
import { defineTask, reads } from '../task.ts'

export const listProfiles = defineTask({
  name: 'list_profiles',
  title: 'List brands',
  about:
    'Lists the profiles (brands) that you can access, with your role on each. Accounts and posts belong to a profile.',
  scopes: ['profiles:read'],
  effect: reads,
  input: z.strictObject({}),
  output: z.object({
    profiles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        role: z.string(),
        timezone: z.string().nullable(),
        readOnly: z.boolean(),
      }),
    ),
  }),
  async run(api) {
    const profiles = await api.listProfiles()
    return {
      profiles: profiles.map(({ id, name, role, timezone, readOnly }) => ({ id, name, role, timezone, readOnly })),
    }
  },
  describe({ profiles }) {
    if (profiles.length === 0) return 'No profiles yet.'
    return profiles.map(({ id, name, role }) => `${name} (${role}) ${id}`).join('\n')
  },
})
