import { z } from 'zod'
import { exampleId, idOf, instant, text, timezone } from '#infra/http/schemas.ts'

const name = text(0, 500)
  .trim()
  .min(1, { error: 'must not be blank', abort: true })
  .max(100)
  .refine((value) => /[^\p{C}\p{Z}]/u.test(value), 'must not be blank')
  .meta({ description: '1 to 100 characters; spaces around it are dropped.', examples: ['Harbour Coffee'] })

const avatar = text(1, 2_048)
  .refine(isHttpsUrl, 'must be an address such as https://example.com/logo.png')
  .meta({ format: 'uri', description: 'An https address.', examples: ['https://example.com/logo.png'] })

const brandColor = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1A2B3C')
  .toUpperCase()
  .meta({ description: '`#RRGGBB`; kept in upper case.', examples: ['#1A2B3C'] })

const language = text(1, 35)
  .refine((tag) => canonicalTag(tag) !== null, 'must be a BCP 47 language tag such as pt-BR')
  .transform((tag) => canonicalTag(tag) ?? tag)
  .meta({ description: 'A BCP 47 language tag.', examples: ['pt-BR'] })

function isHttpsUrl(value: string): boolean {
  if (!/^https:\/\/[^\s/?#\\]+/i.test(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

export const createProfileBody = z
  .strictObject({
    name,
    avatar: avatar.nullable().optional(),
    brandColor: brandColor.nullable().optional(),
    timezone: timezone.nullable().optional(),
  })
  .meta({
    id: 'CreateProfile',
    examples: [{ name: 'Harbour Coffee', brandColor: '#1A2B3C', timezone: 'Europe/Berlin' }],
  })

export const updateProfileBody = z
  .strictObject({
    name: name.optional(),
    avatar: avatar.nullable().optional(),
    brandColor: brandColor.nullable().optional(),
    timezone: timezone.nullable().optional(),
  })
  .meta({
    id: 'UpdateProfile',
    description: 'What is absent stays as it is; null clears.',
    examples: [{ name: 'Harbour Coffee Roasters', avatar: null }],
  })

const profileShape = {
  id: idOf('prof'),
  name: z.string(),
  avatar: z.string().nullable(),
  brandColor: z.string().nullable(),
  timezone: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
}

export const profile = z.object(profileShape).meta({ id: 'Profile', description: 'A brand workspace.' })

export const accessibleProfile = z
  .object({ ...profileShape, ownerUid: idOf('usr'), role: z.enum(['owner', 'admin', 'editor', 'viewer']) })
  .meta({ id: 'AccessibleProfile', description: 'A profile, whose it is, and what the caller may do on it.' })

export const profilePath = z.strictObject({ id: idOf('prof') })
export const profileLinkPath = z.strictObject({ linkId: idOf('plink') })

const ruleDescriptions = {
  autoRepost: 'What is published on the parent is published on the accounts of the child on the same platforms.',
  languageOverride: "The language of the child's posts.",
  tagPrefix: "Put before each of the tags of the child's posts.",
}

const inheritanceRulesInput = z.strictObject({
  autoRepost: z.boolean().optional().meta({ description: ruleDescriptions.autoRepost }),
  languageOverride: language.optional().meta({ description: ruleDescriptions.languageOverride }),
  tagPrefix: text(0, 50).optional().meta({ description: ruleDescriptions.tagPrefix }),
})

export const createProfileLinkBody = z
  .strictObject({
    parentId: idOf('prof'),
    childId: idOf('prof'),
    inheritanceRules: inheritanceRulesInput.optional(),
  })
  .meta({
    id: 'CreateProfileLink',
    examples: [
      {
        parentId: exampleId('prof'),
        childId: exampleId('prof').replace(/1$/, '2'),
        inheritanceRules: { autoRepost: true, languageOverride: 'de', tagPrefix: 'berlin-' },
      },
    ],
  })

const profileLinkShape = {
  id: idOf('plink'),
  parentId: idOf('prof'),
  childId: idOf('prof'),
  inheritanceRules: z.object({
    autoRepost: z.boolean().optional(),
    languageOverride: z.string().optional(),
    tagPrefix: z.string().optional(),
  }),
  createdAt: instant,
}

export const profileLink = z
  .object(profileLinkShape)
  .meta({ id: 'ProfileLink', description: 'What the parent publishes, the child inherits by these rules.' })

export const removedProfileLink = z
  .object({ ...profileLinkShape, removedAt: instant })
  .meta({ id: 'RemovedProfileLink', description: 'A link that was, and when it ended.' })

export type NewProfile = z.output<typeof createProfileBody>
export type ProfileChanges = z.output<typeof updateProfileBody>
export type NewProfileLink = z.output<typeof createProfileLinkBody>
