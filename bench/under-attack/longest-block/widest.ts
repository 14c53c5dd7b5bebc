import { hostileTexts } from '#test/hostile/texts.ts'

/** The resources that the requests name. */
export interface World {
  readonly profileId: string
  readonly otherProfileIds: readonly string[]
  readonly postId: string
  readonly ruleId: string
  readonly accountId: string
  readonly feedPath: string
  readonly sharePath: string
  readonly drafts: readonly string[]
  /** IDs of other resources, by path prefix; a complete path with a name is for that parameter only. */
  readonly ids: Readonly<Record<string, string>>
}

interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly type?: string
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: {
    readonly maximum?: number
    readonly examples?: readonly unknown[]
    readonly enum?: readonly unknown[]
  }
}

/** Reads that never end, or that call external services. */
const left = /^(?:streamEvents|getAuthUrl|installSlack|finish|getReadiness|readiness|health)/

/** Lists every GET operation of the API document, with the longest possible lists. */
export function listReads({ paths }: Document, world: World): Call[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || left.test(get.operationId)) return []
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(path, name, world)))
    const query = (get.parameters ?? []).flatMap((parameter): [string, string][] => {
      const value = parameter.in === 'query' ? queryValueOf(parameter, world) : undefined
      return value === undefined ? [] : [[parameter.name, value]]
    })
    return [
      {
        name: get.operationId,
        method: 'GET',
        path: `${filled}?${new URLSearchParams([...query, ...(wide[get.operationId] ?? [])])}`,
      },
    ]
  })
}

/** The widest time spans that individual reads accept. */
const wide: Readonly<Record<string, [string, string][]>> = {
  listRecurringOccurrences: [
    ['from', '2030-01-01T00:00:00Z'],
    ['to', '2030-04-02T00:00:00Z'],
  ],
  comparePeriods: [
    ['periodAStart', '2024-01-01'],
    ['periodAEnd', '2024-12-31'],
    ['periodBStart', '2025-01-01'],
    ['periodBEnd', '2025-12-31'],
    ['granularity', 'day'],
  ],
}

/** A time span that contains everything. */
const spans: Readonly<Record<string, string>> = {
  from: '2000-01-01T00:00:00Z',
  to: '2100-01-01T00:00:00Z',
}

function queryValueOf({ name, required, schema }: Parameter, world: World): string | undefined {
  if (name in spans && !required) return spans[name]
  if (name in spans || name.startsWith('period')) return undefined
  if (name === 'limit') return String(schema?.maximum ?? 100)
  if (name === 'profileId') return world.profileId
  if (name === 'days' || name === 'weeks') return schema?.maximum === undefined ? undefined : String(schema.maximum)
  if (!required) return undefined
  return String(schema?.examples?.[0] ?? schema?.enum?.[0] ?? '')
}

function idFor(path: string, name: string, world: World): string {
  const [, named] = Object.entries(world.ids).find(([begins]) => `${path} ${name}`.startsWith(begins)) ?? []
  if (named) return named
  if (name === 'accountId') return world.accountId
  if (name === 'postId' || path.startsWith('/v1/posts/')) return world.postId
  if (path.startsWith('/v1/recurring-posts/')) return world.ruleId
  if (name === 'platform') return 'bluesky'
  return world.profileId
}

const everywhere = [
  'bluesky',
  'mastodon',
  'facebook',
  'linkedin',
  'x',
  'pinterest',
  'tiktok',
  'threads',
  'youtube',
  'instagram',
]

/** Lists the calls that compute, each with the largest input that it accepts. */
export function listComputing(world: World): Call[] {
  const { profileId, otherProfileIds, drafts } = world
  const post = (name: string, path: string, body: unknown): Call => ({ name, method: 'POST', path, body })
  const dearest = hostileTexts.map(({ name, of }) => ({ name, of }))
  const thread = (parts: number, units: number, nth = 0) =>
    Array.from({ length: parts }, (_, part) => ({
      content: `${part} ${dearest[nth]?.of(units - 10) ?? ''}`.slice(0, units),
    }))
  const draft = { profileId, platforms: ['bluesky', 'mastodon'], saveAsDraft: true }
  return [
    { name: 'openapi', method: 'GET', path: '/openapi.json' },
    { name: 'calendar feed', method: 'GET', path: world.feedPath },
    { name: 'share page', method: 'GET', path: world.sharePath },
    ...dearest.map(({ name, of }) =>
      post(`validate 100 KB ${name}`, '/v1/posts/validate', { ...draft, content: of(100_000) }),
    ),
    ...dearest.map(({ name }, nth) =>
      post(`validate 60 × 900 ${name}`, '/v1/posts/validate', { ...draft, content: 'a', thread: thread(60, 900, nth) }),
    ),
    post('validate 60 × 9 KB', '/v1/posts/validate', { ...draft, content: 'a', thread: thread(60, 9_000) }),
    post('captions 10,000', '/v1/posts/optimize-captions', {
      description: 'The lighthouse is open again #harbour. '.repeat(250),
      platforms: everywhere,
    }),
    post('captions refused', '/v1/posts/optimize-captions', {
      ...Object.fromEntries(Array.from({ length: 6_000 }, (_, nth) => [`k${nth}`, 1])),
      description: 'a',
      platforms: everywhere,
    }),
    post('bulk 50', '/v1/posts/bulk', {
      posts: Array.from({ length: 50 }, (_, nth) => ({ ...draft, content: `${nth} ${'word '.repeat(3_500)}` })),
    }),
    {
      name: 'csv 500, dry run',
      method: 'POST',
      path: `/v1/posts/import?profileId=${profileId}&dryRun=true`,
      type: 'text/csv',
      body: `content,platforms\n${Array.from({ length: 500 }, (_, nth) => `Row ${nth} ${'word '.repeat(100)},bluesky`).join('\n')}\n`,
    },
    post('auto-schedule 500, dry run', '/v1/posts/auto-schedule', {
      postIds: drafts.slice(0, 500),
      postsPerDay: 1,
      dryRun: true,
      confirmWarnings: true,
    }),
    // Not the template of the rules, which must remain publishable.
    {
      name: 'update 100 KB',
      method: 'PATCH',
      path: `/v1/posts/${drafts[0]}`,
      body: { content: 'word '.repeat(20_000) },
    },
    post('fan-out to 100', '/v1/posts/fanout', {
      master: { ...draft, content: 'word '.repeat(1_000) },
      children: otherProfileIds.slice(0, 100).map((id) => ({ profileId: id })),
    }),
    post('preview of a rule', '/v1/recurring-posts/preview', { cron: '30 23 29 2 *', timezone: 'Europe/Berlin' }),
  ]
}
