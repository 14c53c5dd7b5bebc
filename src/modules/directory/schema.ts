import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { grantedRoles } from '#modules/profiles/index.ts'

const installationRole = z.enum(['support', 'admin', 'superadmin']).nullable().meta({
  description: 'The role in the installation that members get. Null for none.',
})
const brandRole = z.enum(grantedRoles).meta({ description: 'The role on the brand that members get.' })

const brandsMeaning = 'The brands that members get a role on.'

export const directoryGroup = z
  .strictObject({
    id: idOf('grp'),
    name: z.string(),
    members: z.int().meta({ description: 'The number of members.' }),
    role: installationRole,
    brands: z
      .array(z.strictObject({ profileId: idOf('prof'), name: z.string(), role: brandRole }))
      .meta({ description: brandsMeaning }),
    createdAt: instant,
  })
  .meta({ id: 'DirectoryGroup' })

export const directoryState = z
  .strictObject({
    isOn: z.boolean().meta({ description: 'True if SCIM_TOKEN is set.' }),
    baseUrl: z.string().meta({
      description: 'The base URL to enter in the directory.',
      examples: ['https://posts.example.com/scim/v2'],
    }),
    users: z.int().meta({ description: 'The number of people that the directory manages here.' }),
    lastRequestAt: instant.nullable().meta({ description: 'When the directory last sent a request, to the minute.' }),
    groups: z.array(directoryGroup).meta({ description: 'Up to 500, oldest first.' }),
  })
  .meta({ id: 'Directory' })

export const groupPath = z.strictObject({ id: idOf('grp') })

const brandsMax = 50

export const grantsBody = z
  .strictObject({
    role: installationRole,
    brands: z
      .array(z.strictObject({ profileId: idOf('prof'), role: brandRole }))
      .max(brandsMax)
      .refine((all) => new Set(all.map(({ profileId }) => profileId)).size === all.length, 'must name each brand once')
      .meta({ description: brandsMeaning }),
  })
  .meta({
    id: 'DirectoryGrants',
    examples: [{ role: null, brands: [{ profileId: 'prof_01kan9cgw0f008000000000000', role: 'editor' }] }],
  })
