import { z } from 'zod'
import { idOf, instant, text, timezone } from '#infra/http/schemas.ts'

const name = text(0, 500)
  .trim()
  .min(1, { error: 'must not be blank', abort: true })
  .max(100)
  .refine((value) => /[^\p{C}\p{Z}]/u.test(value), 'must not be blank')
  .meta({ description: '1 to 100 characters. Spaces at both ends are removed.', examples: ['Harbour Coffee'] })

const avatar = text(1, 2_048)
  .refine(isHttpsUrl, 'must be an https URL such as https://example.com/logo.png')
  .meta({ format: 'uri', description: 'An https URL.', examples: ['https://example.com/logo.png'] })

const brandColor = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1A2B3C')
  .toUpperCase()
  .meta({ description: '`#RRGGBB`, stored in upper case.', examples: ['#1A2B3C'] })

const requiredApprovals = z
  .int()
  .min(0)
  .max(5)
  .meta({ description: 'How many people must approve a post before it goes out. 0: nobody.', examples: [0] })
const approverRole = z
  .enum(['editor', 'admin', 'owner'])
  .meta({ description: 'The least role of those who approve.', examples: ['admin'] })

function isHttpsUrl(value: string): boolean {
  if (!/^https:\/\/[^\s/?#\\]+/i.test(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** The fields that a client may set. A new field belongs here and in `profileShape`. */
const givenFields = {
  name,
  avatar: avatar.nullable().optional(),
  brandColor: brandColor.nullable().optional(),
  timezone: timezone.nullable().optional(),
  requiredApprovals: requiredApprovals.optional(),
  approverRole: approverRole.optional(),
}

export const createProfileBody = z.strictObject(givenFields).meta({
  id: 'CreateProfile',
  examples: [{ name: 'Harbour Coffee', brandColor: '#1A2B3C', timezone: 'Europe/Berlin' }],
})

export const updateProfileBody = z.strictObject({ ...givenFields, name: name.optional() }).meta({
  id: 'UpdateProfile',
  description: 'Absent fields stay unchanged. Null clears a field.',
  examples: [{ name: 'Harbour Coffee Roasters', avatar: null }],
})

const profileShape = {
  id: idOf('prof'),
  name: z.string(),
  avatar: z.string().nullable(),
  brandColor: z.string().nullable(),
  timezone: z.string().nullable(),
  requiredApprovals,
  approverRole,
  createdAt: instant,
  updatedAt: instant,
}

export const profile = z.object(profileShape).meta({ id: 'Profile', description: 'A brand workspace.' })

export const accessibleProfile = z
  .object({ ...profileShape, ownerUid: idOf('usr'), role: z.enum(['owner', 'admin', 'editor', 'viewer']) })
  .meta({ id: 'AccessibleProfile', description: 'A profile with its owner and the role of the caller.' })

export const profilePath = z.strictObject({ id: idOf('prof') })
export type NewProfile = z.output<typeof createProfileBody>
export type ProfileChanges = z.output<typeof updateProfileBody>
