import type { IssueCode } from '#connectors/contract/codes.ts'
import {
  type AnimationRule,
  type Format,
  formats,
  type Limits,
  limitsForFormat,
  type VideoRule,
} from '#rules/limits.ts'
import type { FileName } from '../connector-suite/kinds.ts'

/** A valid post with one rule of the network's limits broken. */
export interface Break {
  /** The name of the rule in the limits. */
  readonly rule: string
  readonly format: Format
  readonly change?: Readonly<Record<string, unknown>>
  readonly files?: readonly FileName[]
  readonly altText?: string
  /** Overrides the stored facts of the first file, so that tests need no videos of hours and gigabytes. */
  readonly known?: Readonly<Record<string, string | number>>
  readonly code: IssueCode | 'too_big'
  /** The severity. A warning stops a post until it is accepted; a change that drops content is only reported. */
  readonly as?: 'warnings' | 'infos'
  /** Texts that the message must contain, in addition to the network's name. */
  readonly says: readonly (string | number)[]
}

type Breaks = readonly Omit<Break, 'format' | 'rule'>[]

/** A way to break each limit, or the reason why no post can break it. A missing limit does not compile. */
const breakers: Readonly<Record<keyof Limits, string | ((limits: Limits, format: Format) => Breaks)>> = {
  network: 'a name',
  name: 'a name',
  dialect: 'a way to read',
  languages: 'the connector omits additional ones',
  leastGapMs: 'a wait, no refusal',
  quotas: 'a forecast, src/modules/posts/tests/quota.test.ts',
  refusesRepeats: 'warned of where a post is recycled',
  byFormat: 'see below: each kind is broken by its own numbers',
  formats: ({ formats: has }) =>
    formats
      // A network without threads has its own refusal for them, which `thread` below breaks.
      .filter((format) => !has.includes(format) && format !== 'carousel' && format !== 'thread')
      .map((format) => ({ change: { format }, code: 'format_not_supported', says: has })),
  text: ({ text, textWithVideo }, format) =>
    format === 'story'
      ? []
      : text.map((rule) => ({ ...tooLong(rule), ...(textWithVideo ? { files: pictures(1) } : {}) })),
  textWithVideo: ({ textWithVideo = [] }) => textWithVideo.map((rule) => ({ ...tooLong(rule), files: ['film'] })),
  altText: ({ altText: { max }, image }) =>
    image.max === 0
      ? []
      : max === 0
        ? [{ files: ['picture'], altText: 'A harbour.', code: 'alt_text_not_used', as: 'infos', says: [] }]
        : [
            { files: ['picture'], altText: 'a'.repeat(max + 1), code: 'alt_text_too_long', says: [max + 1, max] },
            { files: ['picture'], altText: '', code: 'alt_text_missing', as: 'warnings', says: [] },
          ],
  image: ({ image }) => [
    image.max < apiFilesMax
      ? { files: pictures(image.max + 1), code: 'media_too_many', says: [image.max + 1, image.max] }
      : { files: pictures(image.max + 1), code: 'too_big', says: [apiFilesMax] },
    ...(image.max > 0 && image.animated === 'no'
      ? ([{ files: ['moving'], code: 'image_animated', says: ['animated'] }] as const)
      : []),
    ...(image.aspect && image.max > 0
      ? ([
          { files: ['picture'], known: { width: 30, height: 3_000 }, code: 'image_cannot_be_fitted', says: [] },
        ] as const)
      : []),
  ],
  video: ({ video }) => [
    {
      files: Array.from({ length: video.max + 1 }, () => 'film' as const),
      code: 'media_too_many',
      says: [video.max + 1, video.max],
    },
    ...(video.max === 0 ? [] : filmBreaks(video)),
  ],
  document: ({ document, byFormat }) =>
    document === undefined
      ? [
          {
            files: ['slides'],
            code: 'media_type_not_supported',
            says: byFormat?.carousel?.document ? [] : ['documents'],
          },
        ]
      : [
          { files: ['slides', 'slides'], code: 'media_too_many', says: [document.max + 1, document.max] },
          { files: ['slides', 'picture'], code: 'media_mixed', says: ['own'] },
          {
            files: ['slides'],
            known: { pages: document.maxPages + 1 },
            code: 'document_too_many_pages',
            says: [document.maxPages + 1, document.maxPages],
          },
          {
            files: ['slides'],
            known: { size: document.maxBytes + 1_000_000 },
            code: 'document_too_large',
            says: [`${(document.maxBytes / 1_000_000).toFixed(1)} MB`],
          },
        ],
  audio: ({ audio }) =>
    audio === undefined
      ? [{ files: ['sound'], code: 'media_type_not_supported', says: ['audio'] }]
      : [
          { files: ['sound', 'sound'], code: 'media_too_many', says: [audio.max + 1, audio.max] },
          { files: ['sound', 'picture'], code: 'media_mixed', says: ['own'] },
          {
            files: ['sound'],
            known: { size: audio.maxBytes + 1_000_000 },
            code: 'audio_too_large',
            says: [`${(audio.maxBytes / 1_000_000).toFixed(1)} MB`],
          },
        ],
  animation: ({ animation }) => (animation === undefined ? [] : animationBreaks(animation)),
  mixed: ({ mixed, image, video }) =>
    mixed || image.max === 0 || video.max === 0 ? [] : [{ files: ['picture', 'film'], code: 'media_mixed', says: [] }],
  files: ({ files: max, image, video }) =>
    max === undefined
      ? []
      : [
          {
            files: [...pictures(Math.min(image.max, max)), ...films(Math.min(video.max, 1))],
            code: 'media_too_many',
            says: [max + 1, max],
          },
        ],
  mediaRequired: ({ mediaRequired }) => (mediaRequired ? [{ files: [], code: 'media_required', says: [] }] : []),
  thread: ({ thread }) =>
    thread === null
      ? [{ change: { thread: replies(1) }, code: 'format_not_supported', says: ['threads'] }]
      : [
          {
            change: { thread: replies(thread.maxParts) },
            code: 'thread_too_long',
            says: [thread.maxParts + 1, thread.maxParts],
          },
        ],
  firstComment: ({ firstComment, textOfComment, text }) =>
    !firstComment
      ? [{ change: { firstComment: 'Below.' }, code: 'first_comment_not_supported', says: [] }]
      : (textOfComment ?? text).map(({ max, words }) => ({
          change: { firstComment: 'a'.repeat(max + 1) },
          code: 'text_too_long',
          says: ['first comment', max, words],
        })),
  textOfComment: 'with the first comment',
  hashtags: ({ hashtags: rule }) =>
    rule === undefined
      ? []
      : [
          {
            change: { content: namesUpTo('#', rule.max + 1) },
            code: 'hashtags_too_many',
            says: [rule.max + 1, rule.max],
          },
          ...(rule.advised === undefined
            ? []
            : [
                {
                  change: { content: namesUpTo('#', rule.advised + 1) },
                  code: 'hashtags_too_many',
                  as: 'warnings',
                  says: [rule.advised + 1, rule.advised],
                } as const,
              ]),
        ],
  mentions: ({ mentions: max }) =>
    max === undefined
      ? []
      : [{ change: { content: namesUpTo('@', max + 1) }, code: 'mentions_too_many', says: [max + 1, max] }],
  cashtags: ({ cashtags: max }) =>
    max === undefined
      ? []
      : [
          {
            change: { content: ['$AAA', '$BBB', '$CCC'].slice(0, max + 1).join(' ') },
            code: 'cashtags_too_many',
            as: 'warnings',
            says: [max + 1, max],
          },
        ],
  links: ({ links: max }) =>
    max === undefined
      ? []
      : [
          {
            change: { content: linksUpTo(max + 1) },
            code: 'links_too_many',
            says: [max + 1, max],
          },
        ],
  title: ({ title }) =>
    title === null
      ? [{ change: { title: 'The harbour' }, code: 'title_not_used', as: 'infos', says: [] }]
      : [
          { change: { title: 'a'.repeat(title.max + 1) }, code: 'title_too_long', says: [title.max + 1, title.max] },
          ...(title.required ? ([{ change: { title: null }, code: 'title_missing', says: [] }] as const) : []),
        ],
  linkRequired: ({ linkRequired }) =>
    linkRequired ? [{ change: { link: null }, code: 'link_missing', says: [] }] : [],
}

/** The API's own limit, above which it rejects a post itself. */
const apiFilesMax = 35

const pictures = (count: number) => Array.from({ length: count }, () => 'picture' as const)
const films = (count: number) => Array.from({ length: count }, () => 'film' as const)
const replies = (count: number) => Array.from({ length: count }, () => ({ content: 'More.' }))

const linksUpTo = (count: number) => Array.from({ length: count }, (_, at) => `https://example.com/${at}`).join(' ')
const namesUpTo = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}a${at}`).join(' ')

const tooLong = ({ max, words }: Limits['text'][number]) =>
  ({ change: { content: 'a'.repeat(max + 1) }, code: 'text_too_long', says: [max + 1, max, words] }) as const

function animationBreaks({ maxBytes, maxWidth, maxHeight, maxPixels }: AnimationRule): Breaks {
  const files = ['moving'] as const
  const size = { known: { size: maxBytes + 1_000_000 }, says: [`${(maxBytes / 1_000_000).toFixed(1)} MB`] }
  const wide = { known: { width: maxPixels ?? (maxWidth ?? 0) + 1, height: 2 }, says: [maxPixels ?? maxHeight ?? 0] }
  return [
    { ...size, files, code: 'video_too_large' },
    { ...wide, files, code: 'video_too_many_pixels' },
  ]
}

function filmBreaks(rule: VideoRule) {
  const { types, maxBytes, minDurationMs, maxDurationMs, maxPixels, minFrameRate, maxFrameRate, aspect } = rule
  const { minWidth, minHeight, maxWidth } = rule
  const type = ['video/x-msvideo', 'video/webm'].find((each) => !types.includes(each)) ?? 'video/x-msvideo'
  const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const all: readonly (readonly [unknown, Omit<Breaks[number], 'files'> | null])[] = [
    [types, { known: { contentType: type }, code: 'media_type_not_supported', says: [type, ...types] }],
    [
      maxBytes,
      {
        known: { size: maxBytes + 1_000_000 },
        code: 'video_too_large',
        says: [`${(maxBytes / 1_000_000).toFixed(1)} MB`],
      },
    ],
    [
      maxDurationMs,
      { known: { durationMs: (maxDurationMs ?? 0) + 1_000 }, code: 'video_too_long', says: [s(maxDurationMs ?? 0)] },
    ],
    [minDurationMs, { known: { durationMs: 100 }, code: 'video_too_short', says: [s(minDurationMs ?? 0)] }],
    [maxPixels, { known: { width: maxPixels ?? 0, height: 2 }, code: 'video_too_many_pixels', says: [maxPixels ?? 0] }],
    [
      maxFrameRate,
      { known: { frameRate: (maxFrameRate ?? 0) + 1 }, code: 'video_frame_rate', says: [maxFrameRate ?? 0] },
    ],
    [
      minFrameRate,
      { known: { frameRate: (minFrameRate ?? 0) - 1 }, code: 'video_frame_rate', says: [minFrameRate ?? 0] },
    ],
    [
      minHeight,
      {
        known: { width: (minWidth ?? 0) - 9, height: (minHeight ?? 0) - 16 },
        code: 'video_dimensions',
        says: [minWidth ?? 0, minHeight ?? 0],
      },
    ],
    [maxWidth, { known: { width: (maxWidth ?? 0) + 1 }, code: 'video_dimensions', says: [maxWidth ?? 0] }],
    [
      aspect,
      {
        known: { width: 1_000, height: Math.ceil(1_000 / (aspect?.min ?? 1)) + 10 },
        code: 'video_shape',
        says: [aspect?.min ?? 0, aspect?.max ?? 0],
      },
    ],
    [
      aspect,
      {
        known: { width: Math.ceil(1_000 * (aspect?.max ?? 1)) + 10, height: 1_000 },
        code: 'video_shape',
        says: [aspect?.min ?? 0, aspect?.max ?? 0],
      },
    ],
  ]
  return all.flatMap(([rule, one]) => (rule === undefined || one === null ? [] : [{ ...one, files: films(1) }]))
}

/** Returns one break for each rule of a network, both for all posts and for its own format. */
export function breaksOf(limits: Limits): readonly Break[] {
  const own = Object.entries(limits.byFormat ?? {}) as [Format, object][]
  return [
    ...Object.keys(breakers).flatMap((rule) => breaksBy(limits, 'post', rule as keyof Limits)),
    ...own.flatMap(([format, rules]) =>
      Object.keys(rules).flatMap((rule) => breaksBy(limitsForFormat(limits, format), format, rule as keyof Limits)),
    ),
  ]
}

function breaksBy(limits: Limits, format: Format, rule: keyof Limits): readonly Break[] {
  const breaker = breakers[rule]
  if (typeof breaker === 'string') return []
  return breaker(limits, format).map((one) => ({ ...one, rule, format }))
}

/** Groups breaks that do not interfere with each other, all of which must be reported. */
export function togetherOf(breaks: readonly Break[]): readonly (readonly Break[])[] {
  const batches: Break[][] = []
  for (const one of breaks) {
    const batch = batches.find((others) => others.every((other) => goTogether(one, other)))
    if (batch) batch.push(one)
    else batches.push([one])
  }
  return batches
}

function goTogether(one: Break, other: Break): boolean {
  const meet = (a: object = {}, b: object = {}) => Object.keys(a).some((name) => Object.hasOwn(b, name))
  if (one.format !== other.format || meet(one.change, other.change)) return false
  // A thread that a network refuses hides its refusal of the kind.
  if (one.code === 'format_not_supported' && other.code === 'format_not_supported') return false
  // A post that the API itself rejects is not checked further.
  if (one.code === 'too_big' || other.code === 'too_big') return false
  if (!one.files || !other.files) return true
  return `${one.files} ${one.altText}` === `${other.files} ${other.altText}` && !meet(one.known, other.known)
}
