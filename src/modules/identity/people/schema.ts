import { z } from 'zod'
import { idOf, instant, pageQuery, timezone } from '#infra/http/schemas.ts'
import { roles } from '#kernel/caller.ts'
import { isFaceUrl } from '#modules/faces/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { shortName } from '../schema.ts'

export const user = z
  .strictObject({
    uid: idOf('usr'),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    name: z.string(),
    avatar: z
      .string()
      .nullable()
      .meta({ description: 'The URL of your image: as you set it, or of your uploaded photo.' }),
    avatarUrl: z
      .string()
      .nullable()
      .meta({ description: 'A small WebP from this installation. Null without an image, or until it is fetched.' }),
    timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
    locale: z.string().meta({ examples: ['en'] }),
    role: z.enum(roles),
    plan: z.string().meta({ examples: ['max'] }),
    subscription: z.strictObject({
      status: z.enum(['active', 'past_due', 'cancelled']),
      pastDueSince: instant.nullable(),
    }),
    mfaEnabled: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'User' })

const httpsAddress = z
  .string()
  .trim()
  .max(2_048)
  .refine((value) => isHttpsAddress(value) || isFaceUrl(value), sentences.https)
  .meta({ examples: ['https://example.com/ada.png'] })

function isHttpsAddress(value: string): boolean {
  return /^https:\/\/[\x21-\x7e\u00a0-\uffff]+$/i.test(value) && URL.canParse(value) && value.isWellFormed()
}

export const locale = z
  .string()
  .max(35)
  .refine((tag) => canonicalTag(tag) !== null, sentences.language)
  .transform((tag) => canonicalTag(tag) ?? tag)
  .meta({ examples: ['pt-BR'] })

/**
 * Returns the canonical form of a language tag, so that `PT-br` and `pt-BR` are stored the same way. Returns null if
 * there is no tag.
 */
function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

export const updateMeBody = z
  .strictObject({
    name: shortName('Ada').optional(),
    avatar: httpsAddress.nullable().optional(),
    timezone: timezone.optional(),
    locale: locale.optional(),
  })
  .meta({ id: 'UpdateProfileDto', examples: [{ name: 'Ada L.', timezone: 'Europe/London' }] })

export const auditQuery = z.strictObject(pageQuery({ max: 200, fallback: 50 }))

export const usage = z
  .strictObject({
    plan: z.string(),
    limits: z.array(
      z.strictObject({
        name: z.string().meta({ examples: ['profiles'] }),
        used: z.int(),
        limit: z.int().nullable().meta({ description: 'The plan’s limit. Null if unlimited.' }),
        resetsAt: instant.nullable().meta({ description: 'When the count resets to zero. Null if it never does.' }),
      }),
    ),
  })
  .meta({ id: 'Usage' })

export type UpdateMeInput = z.output<typeof updateMeBody>
