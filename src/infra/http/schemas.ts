import { z } from 'zod'
import { refusals } from '#kernel/errors.ts'
import { fromWire, type Id, type IdPrefix, toWire, wirePattern } from '#kernel/ids.ts'
import { isTimezone } from '#kernel/local-time.ts'
import { oneLine } from '#kernel/text/one-line.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { platformAnswer } from './platforms.ts'

/**
 * The building blocks of every module's `schema.ts`. The same schema decodes input (wire id to uuid, text to Date) and
 * encodes output. A route can therefore return rows unchanged; fields that are not in the schema are dropped.
 */

/** An ID. On the wire it has its prefix; in code it is a branded UUID. */
export function idOf<Prefix extends IdPrefix>(prefix: Prefix) {
  const wire = z
    .string()
    .regex(new RegExp(wirePattern(prefix)), `must be an id that begins with ${prefix}_`)
    .meta({
      description: `The ID of ${idNames[prefix]}, which begins with \`${prefix}_\`.`,
      examples: [exampleId(prefix)],
    })
  return z.codec(
    wire,
    z.custom<Id<Prefix>>((value) => typeof value === 'string'),
    {
      decode: (text) => fromWire(prefix, text) as Id<Prefix>,
      encode: (id) => toWire(prefix, id),
    },
  )
}

const idNames: Readonly<Record<IdPrefix, string>> = {
  usr: 'a user',
  prof: 'a profile',
  plink: 'a link between profiles',
  pinv: 'an invitation',
  ses: 'a session',
  pkey: 'a passkey',
  key: 'an API key',
  app: 'a connected app',
  client: 'a registered app',
  media: 'a file',
  acc: 'a connected account',
  post: 'a post',
  tgt: 'a target of a post',
  rec: 'a recurring rule',
  shr: 'a share link',
  cmt: 'a comment',
  tcm: 'a team comment',
  gst: 'a guest',
  gdv: 'a device of a guest',
  conv: 'a conversation',
  itm: 'an item of a conversation',
  rpl: 'a reply of the inbox',
  inn: 'a note of the inbox',
  irl: 'a rule of the inbox',
  snd: 'a person in the inbox',
  cal: 'a calendar feed',
  note: 'a calendar note',
  csrc: 'a holiday calendar',
  idea: 'an idea',
  stage: 'a stage of ideas',
  set: 'a set of accounts',
  txt: 'a saved text',
  ment: 'a mention',
  lbl: 'a label',
  slots: 'a plan of posting times',
  view: 'a saved view',
  bulk: 'an edit of many posts',
  tkt: 'a ticket',
  alert: 'an alert',
  evt: 'an event',
  wh: 'a webhook endpoint',
  dl: 'a webhook delivery',
  aud: 'an entry of the audit log',
  run: 'a run of self-tests',
  ntc: 'a notice',
  grp: 'a group of the directory',
}

export const exampleId = (prefix: string): string => toWire(prefix, '019aa5b2-7c00-7000-8000-000000000001')

const isoText = z.string().meta({ format: 'date-time', examples: ['2026-11-21T09:00:00.000Z'] })

/** A time in a response: ISO 8601, UTC, milliseconds. */
export const instant = z.codec(isoText, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** The text of a time in a request: ISO 8601 with `Z` or an offset. */
export const instantText = z.iso
  .datetime({ offset: true, error: sentences.time })
  .refine(hasUsualYear, sentences.year)
  .meta({ format: 'date-time' })

/** Returns false if the offset moves the time into a year that responses cannot represent. */
function hasUsualYear(text: string): boolean {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) || /^(?!0000)\d{4}-/.test(at.toISOString())
}

/** A time in a request. */
export const instantInput = z.codec(instantText, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** Text that the database can store: no NUL and no unpaired surrogates. */
export function text(min: number, max: number) {
  return z
    .string()
    .min(min, min === 1 ? 'must not be empty' : undefined)
    .max(max)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), { error: sentences.characters, abort: true })
}

/**
 * Text that is shown on one line. It must not break the line, control a terminal, or change the direction of adjacent
 * text.
 */
export const lineText = (min: number, max: number) => text(min, max).regex(oneLine, sentences.line)

/** A name that a user has to fill in, on one line. Spaces and line breaks at both ends are removed. */
export function nameText(max: number) {
  return text(0, 5 * max)
    .trim()
    .min(1, { error: sentences.blank, abort: true })
    .max(max)
    .regex(oneLine, sentences.line)
    .refine((value) => /[^\p{C}\p{Z}]/u.test(value), sentences.blank)
}

/** Required text. Whitespace and invisible format characters do not count. */
export function filledText(max: number) {
  return text(1, max).refine((value) => value === '' || /[^\p{Cf}\s]/u.test(value), sentences.blank)
}

/** A language by its BCP 47 tag. */
export const languageTag = text(2, 35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as pt-BR')
  .meta({ examples: ['pt-BR'] })

/** A time zone by its name in the tz database. */
export const timezone = text(1, 64)
  .refine(isTimezone, sentences.timezone)
  .meta({ examples: ['Europe/Berlin'] })

const cursor = text(1, 512)
  .optional()
  .meta({ description: '`nextCursor` from the previous page. Omit it for the first page.' })

/** The `limit` and `cursor` of a paged list. A number arrives as text in a query. */
export function pageQuery(limits: { readonly max: number; readonly fallback: number }) {
  return {
    limit: wholeNumber(1, limits.max)
      .default(limits.fallback)
      .meta({ description: `The number of items per page, 1 to ${limits.max}.` }),
    cursor,
  }
}

/** The `limit` and `cursor` of a short list. Without a limit, all of it is returned. */
export const shortListQuery = z.strictObject({
  limit: wholeNumber(1, 100).optional().meta({ description: '1 to 100. If omitted, the whole list is returned.' }),
  cursor,
})

/** The fields that a page has in addition to its items. */
export const pageFields = {
  nextCursor: z.string().nullable().meta({ description: 'The `cursor` of the next page. Null on the last page.' }),
  hasMore: z.boolean().meta({ description: 'True if the list continues after this page.' }),
}

/** Several words in a query string: `a,b`, or a repeated parameter. */
export function wordList<const Words extends readonly [string, ...string[]]>(words: Words) {
  const isWord = (word: string): word is Words[number] => words.includes(word)
  return z
    .custom<string | readonly string[]>((value) => typeof value === 'string' || Array.isArray(value))
    .transform((given, context) => {
      const sent = [given].flat().flatMap((one) => one.split(','))
      const known = sent.filter(isWord)
      if (known.length === sent.length) return [...new Set(known)]
      context.addIssue({ code: 'custom', message: `must be one or more of ${words.join(', ')}, separated by commas` })
      return z.NEVER
    })
    .meta({ documentedAs: { type: 'array', items: { type: 'string', enum: [...words] } } })
}

/** A whole number in a query string. */
export function wholeNumber(min: number, max: number) {
  return z
    .union(
      [
        z
          .string()
          .regex(/^-?\d{1,9}$/)
          .transform(Number),
        z.int(),
      ],
      `must be a whole number from ${min} to ${max}`,
    )
    .pipe(z.int().min(min).max(max))
    .meta({ documentedAs: { type: 'integer', minimum: min, maximum: max } })
}

/** The response of an operation that returns only a status. */
export const emptyAnswer = z.undefined().meta({ description: 'Success. The response has no body.' })

/** The field that the JSON response of every deletion has, whatever else it says. */
export const deletionFields = { ok: z.literal(true).meta({ description: 'The request was carried out.' }) }

/** Bytes in the document: a file of a form, or a body or response that is not described further. */
const binary = z.custom<unknown>(() => true).meta({ documentedAs: { type: 'string', format: 'binary' } })

/**
 * The body of a route that takes a form with a file, for the documentation; `readForm` validates the request against
 * it.
 */
export function formBody<Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) {
  const file = binary.meta({ description: 'The bytes, with the name and the media type of the file.' })
  return { content: { 'multipart/form-data': { schema: fields.extend({ file }) } } }
}

/** The media types of files that routes return. The first means any. The SDK returns each as an unread response. */
type FileType = '*/*' | 'application/x-ndjson' | 'application/zip' | 'image/png' | 'text/csv'

/** The body or the response of a route that is a file. */
export const bytes = (description: string, type: FileType = '*/*') => ({
  description,
  content: { [type]: { schema: binary } },
})

/** The successful responses of a route that uses `sendFile`. */
export const fileAnswers = {
  200: bytes('The file.'),
  206: bytes('The part of the file requested by `Range`.'),
  304: z.undefined().meta({ description: 'Not modified: the client already has this version.' }),
} as const

/** Values for clients that translate the error. */
const faultParams = z
  .object({
    minimum: z.number(),
    maximum: z.number(),
    unit: z.enum(['characters', 'items']).meta({ description: 'The unit of the limit. Omitted for numbers.' }),
    values: z.array(z.string()).readonly().meta({ description: 'The allowed values.' }),
    expected: z.string().meta({ description: 'The allowed type.' }),
    field: z.string().meta({ description: 'The invalid field of a cron expression.', examples: ['minute'] }),
    variable: z.string().meta({ description: 'The variable of an email.', examples: ['name'] }),
    rule: z.string().meta({ description: 'A stable code for the rule in the message.', examples: ['email'] }),
    postId: z.string().meta({ description: 'Another post that the message names.', examples: [exampleId('post')] }),
    at: z.string().meta({ description: 'The time of that post.', examples: ['2026-11-22T09:00:00.000Z'] }),
    state: z.enum(['planned', 'published', 'unknown']).meta({ description: 'The state of that post.' }),
    place: z.string().meta({ description: 'The position of that post in the request, if it has no ID yet.' }),
  })
  .partial()
  .meta({ description: 'The values in the message.' })

const fault = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  params: faultParams.optional(),
  fix: z.string().optional(),
  ...z.object(platformAnswer).partial().shape,
  accountId: z.string().optional(),
})

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({
      documentedAs: { type: 'string', enum: Object.keys(refusals) },
      description: 'Stable; listed at /docs/errors.',
    }),
    requestId: z.string(),
    errors: z.array(fault).optional(),
    warnings: z.array(fault).optional(),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'There are more than the 100 errors or warnings listed.' }),
    requiredScope: z.string().optional().meta({ description: 'The scope that the API key lacks.' }),
    requiredPlan: z.string().optional().meta({ description: 'The lowest plan that allows the request.' }),
    retryAfterMs: z.int().optional(),
  })
  .meta({
    id: 'Problem',
    description: 'An error response in RFC 9457 format.',
    examples: [
      {
        type: '/docs/errors#validation_failed',
        title: refusals.validation_failed.title,
        status: refusals.validation_failed.status,
        detail: 'The request is invalid: /name must not be empty.',
        code: 'validation_failed',
        requestId: 'req_k3x9tq1',
        errors: [
          {
            path: '/name',
            code: 'too_small',
            message: 'must not be empty',
            params: { minimum: 1, unit: 'characters' },
          },
        ],
      },
    ],
  })

/** Headers of each route that creates; see `createOnce`. The edge adds them if the route's refusals imply them. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'must be 1 to 255 printable characters')
    .optional()
    .meta({ description: 'Makes retries of this request safe for 24 hours: the first response is returned again.' }),
})

/** Headers of each route that changes a versioned resource; see `requireVersion`. Added in the same way. */
export const ifMatchHeaders = z.looseObject({
  'if-match': z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: 'The `ETag` from a previous read. If it has changed since, the response is 412.' }),
})

/** Headers of each route that begins something that ends later; see `waitIfPreferred`. */
export const preferHeaders = z.looseObject({
  prefer: z
    .string()
    .max(1_000)
    .optional()
    .meta({
      description:
        '`wait=30` delays the response until the post has been published or has failed, for at most 30 seconds. The ' +
        'maximum is 60. `Preference-Applied` is sent if the request has waited.',
      examples: ['wait=30'],
    }),
})

/** Headers of each route that needs a second factor. */
export const mfaCodeHeaders = z.looseObject({
  'x-mfa-code': text(0, 64)
    .optional()
    .meta({ description: 'A code of your authenticator app, or a recovery code. Each code works once.' }),
})

export type Contents = Readonly<Record<string, { readonly schema: z.ZodType }>>

/** True for a response or body that is described by content type instead of by a single schema. */
export const hasContents = (body: unknown): body is { readonly content: Contents } =>
  typeof body === 'object' && body !== null && !(body instanceof z.ZodType) && 'content' in body
