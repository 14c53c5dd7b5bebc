import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http, type JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { mastodon } from '#rules/networks/mastodon.ts'
import { ask, nodeinfoAnswer, nodeinfoLinks } from './calls.ts'

/**
 * The properties of an instance. Each instance has its own limits, so they are read and stored together with each
 * account. A limit that it does not state is Mastodon's default.
 */
interface Instance {
  /** The domain of its handles, which may differ from the host that is called. */
  readonly domain: string
  readonly version: string
  /** The version of Mastodon's API; null if the server does not state it. */
  readonly apiVersion: number | null
  readonly limits: InstanceLimits
}

const atMost = (max: number) => z.number().int().min(1).max(max).optional().catch(undefined)
const bytes = atMost(100_000_000_000)
const pixels = atMost(10_000_000_000)

/** A hundred years. */
const maxPollSeconds = 3_155_760_000

const instanceLimits = z.object({
  maxCharacters: atMost(1_000_000),
  maxMedia: atMost(100),
  perUrl: atMost(10_000),
  altText: atMost(100_000),
  imageBytes: bytes,
  imagePixels: pixels,
  videoBytes: bytes,
  videoPixels: pixels,
  videoFrameRate: atMost(10_000),
  types: z.array(z.string().max(100)).max(200).optional().catch(undefined),
  pollOptions: atMost(1_000),
  pollOptionLength: atMost(10_000),
  pollMinSeconds: atMost(maxPollSeconds),
  pollMaxSeconds: atMost(maxPollSeconds),
})
type InstanceLimits = z.infer<typeof instanceLimits>

const group = z.record(z.string(), z.unknown()).catch({})
const configuration = z.object({ statuses: group, media_attachments: group, polls: group.optional() }).catch({
  statuses: {},
  media_attachments: {},
})

const answers = z.object({
  /** The domain: `domain` since 4.0, `uri` before. */
  domain: z.string().min(1).max(253).optional(),
  uri: z.string().min(1).max(2_048).optional(),
  version: z.string().max(500),
  /** Since 4.3. */
  api_versions: z
    .object({ mastodon: z.number().int().min(0) })
    .optional()
    .catch(undefined),
  configuration,
  /** The text limit of forks without `configuration`. */
  max_toot_chars: z.number().optional().catch(undefined),
  /** The poll limits of such forks, under other names. */
  poll_limits: group.optional(),
})

export async function askInstance(http: Http, apiUrl: string): Promise<Instance> {
  const answer = await newestInstance(http, apiUrl)
  const { domain, uri, version, api_versions: api, ...instance } = readAnswer(answer, answers)
  const { configuration, max_toot_chars, poll_limits: forks } = instance
  const { statuses, media_attachments: media, polls } = configuration
  const own = domain ?? uri?.replace(/^https?:\/\//, '').split('/', 1)[0]
  const limits = instanceLimits.parse({
    maxCharacters: statuses.max_characters ?? max_toot_chars,
    maxMedia: statuses.max_media_attachments,
    perUrl: statuses.characters_reserved_per_url,
    altText: media.description_limit,
    imageBytes: media.image_size_limit,
    imagePixels: media.image_matrix_limit,
    videoBytes: media.video_size_limit,
    videoPixels: media.video_matrix_limit,
    videoFrameRate: media.video_frame_rate_limit,
    types: media.supported_mime_types,
    pollOptions: polls?.max_options ?? forks?.max_options,
    pollOptionLength: polls?.max_characters_per_option ?? forks?.max_option_chars,
    pollMinSeconds: polls?.min_expiration ?? forks?.min_expiration,
    pollMaxSeconds: polls?.max_expiration ?? forks?.max_expiration,
  })
  return { domain: own || new URL(apiUrl).host, version, apiVersion: api?.mastodon ?? null, limits }
}

async function newestInstance(http: Http, apiUrl: string) {
  const maxBytes = 2_000_000
  try {
    return await ask(http, { apiUrl }, { name: 'getInstance', method: 'GET', path: '/api/v2/instance', maxBytes })
  } catch (error) {
    if (!isMissing(error)) throw error
    return ask(http, { apiUrl }, { name: 'getInstanceV1', method: 'GET', path: '/api/v1/instance', maxBytes })
  }
}

export const isMissing = (error: unknown): boolean => error instanceof CallFailed && error.failure.status === 404

/**
 * Returns the name of the software, or null if the server does not state it. That does not prevent posting, because
 * many programs implement Mastodon's API; the name decides which guarantees are assumed.
 */
export async function askSoftware(http: Http, apiUrl: string): Promise<string | null> {
  try {
    const links = await ask(http, { apiUrl }, { name: 'nodeinfoLinks', method: 'GET', path: '/.well-known/nodeinfo' })
    const found = readAnswer(links, nodeinfoLinks).links.find(({ rel }) => /\/ns\/schema\/2\.[01]$/.test(rel))
    // A document on another host proves nothing about this server.
    if (!found?.href.startsWith(`${apiUrl}/`)) return null
    const path = found.href.slice(apiUrl.length)
    const response = await ask(http, { apiUrl }, { name: 'nodeinfo', method: 'GET', path })
    return readAnswer(response, nodeinfoAnswer).software.name.toLowerCase().slice(0, 100)
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}

/** Software known to store an `Idempotency-Key` for an hour. */
const keepsKeys = new Set(['mastodon', 'hometown'])

export const knowsKeys = (facts: JsonObject): boolean =>
  typeof facts.software === 'string' && keepsKeys.has(facts.software)

/** Returns Mastodon's limits, overridden by the instance's own if the account's facts contain them. */
export function limitsFor(facts: JsonObject): Limits {
  const result = instanceLimits.safeParse(facts.limits)
  if (!result.success) return mastodon
  const own = result.data
  const [rule] = mastodon.text
  const among = (types: readonly string[]): readonly string[] => {
    const taken = types.filter((type) => own.types?.includes(type))
    // A list without any of our types proves nothing about such files.
    return taken.length > 0 ? taken : types
  }
  const { image, video, audio, animation, altText } = mastodon
  return {
    ...mastodon,
    text: rule ? [{ ...rule, max: own.maxCharacters ?? rule.max, link: own.perUrl ?? rule.link ?? 23 }] : [],
    altText: { ...altText, max: own.altText ?? altText.max },
    image: {
      ...image,
      max: own.maxMedia ?? image.max,
      // A still GIF is converted, because the server treats it as an animation, whose pixel limit is less than a tenth.
      types: among(image.types).filter((type) => type !== 'image/gif'),
      maxBytes: own.imageBytes ?? image.maxBytes,
      ...optional('maxPixels', own.imagePixels ?? image.maxPixels),
    },
    ...(animation ? { animation: { ...animation, maxBytes: own.imageBytes ?? animation.maxBytes } } : {}),
    ...(audio ? { audio: { ...audio, types: among(audio.types), maxBytes: own.videoBytes ?? audio.maxBytes } } : {}),
    video: {
      ...video,
      types: among(video.types),
      maxBytes: own.videoBytes ?? video.maxBytes,
      ...optional('maxPixels', own.videoPixels ?? video.maxPixels),
      ...optional('maxFrameRate', own.videoFrameRate ?? video.maxFrameRate),
    },
  }
}

export interface PollLimits {
  readonly maxOptions: number
  readonly maxOptionLength: number
  readonly minSeconds: number
  readonly maxSeconds: number
}

/** Returns the instance's poll limits, or Mastodon's own if the account's facts contain none. */
export function pollLimitsFor(facts: JsonObject): PollLimits {
  const own = instanceLimits.safeParse(facts.limits).data
  return {
    maxOptions: own?.pollOptions ?? 4,
    maxOptionLength: own?.pollOptionLength ?? 50,
    minSeconds: own?.pollMinSeconds ?? 300,
    maxSeconds: own?.pollMaxSeconds ?? 2_629_746,
  }
}

const optional = <K extends string>(name: K, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: number }
