import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { profileRoles } from '#kernel/rights.ts'
import { grantedRoles } from '../state.ts'

export const granted = z.enum(grantedRoles).meta({
  description:
    'A viewer can read. A contributor can also write drafts, and submit them where posts need approval. An approver ' +
    'can read and approve. An editor can write, schedule and publish. An admin can also connect accounts, link ' +
    'profiles and manage members.',
})

export const member = z
  .strictObject({
    uid: idOf('usr'),
    email: z.string().nullable().optional().meta({ description: 'Visible to the owner, to admins and to the member.' }),
    name: z.string(),
    avatarUrl: z.string().nullable().meta({ description: 'The photo of the user, from this installation.' }),
    role: z.enum(profileRoles),
    createdAt: instant.meta({ description: 'When the user became a member.' }),
  })
  .meta({ id: 'ProfileMember' })

export const changeMemberBody = z
  .strictObject({ role: granted })
  .meta({ id: 'ChangeProfileMember', examples: [{ role: 'viewer' }] })

export const memberPath = z.strictObject({ id: idOf('prof'), uid: idOf('usr') })
