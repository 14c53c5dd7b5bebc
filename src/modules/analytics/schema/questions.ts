import { z } from 'zod'
import { platformInput } from '#infra/http/platforms.ts'
import { idOf, instantText, text, timezone } from '#infra/http/schemas.ts'
import { fromWire, type PostId } from '#kernel/ids.ts'
import { wallTime } from '#kernel/local-time.ts'
import { granularities } from '../reading/buckets.ts'

const isDate = (value: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value) && wallTime(`${value}T00:00`) !== null

/** A date or a time. A date is a day in the user's time zone. */
const dateInput = text(10, 40)
  .refine((value) => isDate(value) || instantText.safeParse(value).success, {
    error: 'must be a date such as 2026-11-21, or a time such as 2026-11-21T09:00:00Z',
  })
  .meta({ examples: ['2026-11-21'] })

const scopeFields = {
  profileId: idOf('prof')
    .optional()
    .meta({ description: 'Limits the result to this profile. Defaults to all profiles that you can access.' }),
  platform: platformInput.optional(),
}
const accountId = idOf('acc').optional().meta({ description: 'Limits the result to this account.' })
const zone = timezone.optional().meta({ description: 'The time zone of days and hours. Defaults to yours.' })
const step = z.enum(granularities)
const granularity = step.default('day')

const periodFields = {
  startDate: dateInput.optional().meta({
    description: 'Defaults to the earliest date for which the plan keeps data, which is also the limit.',
  }),
  endDate: dateInput.optional().meta({ description: 'A date includes the whole day. Defaults to now.' }),
}

export const overviewQuery = z.strictObject({ ...scopeFields, accountId, ...periodFields, granularity, timezone: zone })
export const labelsQuery = z.strictObject({
  ...scopeFields,
  accountId,
  label: text(1, 100)
    .optional()
    .meta({ description: 'Limits the result to the posts with this label, by its name in any case.' }),
  ...periodFields,
  timezone: zone,
})
export const compareQuery = z.strictObject({
  ...scopeFields,
  accountId,
  periodAStart: dateInput,
  periodAEnd: dateInput,
  periodBStart: dateInput,
  periodBEnd: dateInput,
  granularity,
  timezone: zone,
})

/** Results that can be exported. */
export const exportTypes = ['overview', 'accounts', 'best-times'] as const

export const exportQuery = z
  .strictObject({
    ...overviewQuery.shape,
    granularity: step.optional().meta({ description: 'Defaults to `day`. Only for the type `overview`.' }),
    type: z.enum(exportTypes).default('overview').meta({
      description:
        '`accounts` exports totals of all time, and `best-times` the hours that work best; both have no period.',
    }),
    format: z.enum(['csv']).default('csv'),
  })
  .superRefine((query, context) => {
    if (query.type === 'overview') return
    for (const name of ['startDate', 'endDate', 'granularity'] as const)
      if (query[name] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          params: { fault: 'not_applicable' },
          message: `must be omitted for the type ${query.type}, which has no period`,
        })
  })
export const historyQuery = z.strictObject(periodFields)
export const outliersQuery = z.strictObject({ profileId: idOf('prof') })
export const insightsQuery = z.strictObject(scopeFields)
export const bestTimesQuery = z.strictObject({
  ...scopeFields,
  accountId,
  timezone: zone,
})
export const postPath = z.strictObject({ postId: idOf('post') })
export const accountPath = z.strictObject({ accountId: idOf('acc') })

const mostIds = 100
export const summaryQuery = z.strictObject({
  postIds: text(0, 4_000)
    .optional()
    .transform((value, context) => readIds(value ?? '', context))
    .meta({ documentedAs: { type: 'string' }, description: `Up to ${mostIds} post IDs, separated by commas.` }),
})

function readIds(value: string, context: z.RefinementCtx): PostId[] {
  const texts = value.split(',').map((one) => one.trim())
  const ids = texts.filter((one) => one !== '').map((one) => fromWire('post', one))
  if (ids.length > mostIds) context.addIssue({ code: 'custom', message: `must be at most ${mostIds} IDs` })
  if (ids.includes(null)) context.addIssue({ code: 'custom', message: 'must be post IDs, separated by commas' })
  return ids.filter((id) => id !== null)
}
