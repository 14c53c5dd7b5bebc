import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { grantedRoles, profileRoles } from '../state.ts'

export const granted = z
  .enum(grantedRoles)
  .meta({ description: 'viewer reads; editor writes posts; admin also connects accounts, links profiles and invites.' })

export const member = z
  .strictObject({
    uid: idOf('usr'),
    email: z.string().nullable().optional().meta({ description: 'Shown to owner and admins, and to the person.' }),
    name: z.string(),
    role: z.enum(profileRoles),
    createdAt: instant.meta({ description: 'Since when.' }),
  })
  .meta({ id: 'ProfileMember' })

export const changeMemberBody = z
  .strictObject({ role: granted })
  .meta({ id: 'ChangeProfileMember', examples: [{ role: 'viewer' }] })

export const memberPath = z.strictObject({ id: idOf('prof'), uid: idOf('usr') })
