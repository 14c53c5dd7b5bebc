import type { Connector, Finding, Outgoing, OutgoingMedia, OutgoingPart, Plan } from '#connectors/connector.ts'
import type { Extras } from '#connectors/extras.ts'
import type { Issue } from '#connectors/issue-codes.ts'
import { limitsOf } from '#connectors/registry.ts'
import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { languageTagOf } from '#rules/language.ts'
import { exactUpTo, isFarTooLong, type Limits, limitsForFormat, type TextRule } from '#rules/limits.ts'
import { judgeNames } from './name-rules.ts'
import type { PlanFit } from './plan-fit.ts'
import { commentLimits, isUnreadable, withoutUnreadable } from './unreadable-texts.ts'
import { goesAsVideo, type MediaPlan, mediaIssues } from './validate-media.ts'

interface Validated {
  /** Problems that prevent publishing. */
  readonly errors: readonly Issue[]
  /** Problems that the author may accept. */
  readonly warnings: readonly Issue[]
  readonly infos: readonly Issue[]
  readonly plan: PlatformPlan
  /** The connector's own plan. If there are no errors, it is the plan of `outgoing` as it is. */
  readonly planned: Plan
}

/** The plan of one target: what will happen on the network. A test compares it with what the network then receives. */
export interface PlatformPlan {
  readonly text: string
  readonly length: number
  readonly maxLength: number
  /** The unit that is counted: "characters". */
  readonly counting: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
  readonly media: readonly MediaPlan[]
  /** The replies of a thread, each with the same facts. */
  readonly thread: readonly Omit<PlatformPlan, 'thread' | 'calls' | 'extras'>[]
  readonly calls: readonly string[]
  readonly extras: Extras
}

/** Maps each item of the outgoing post to its place in the author's request. */
export interface Paths {
  readonly text: (part: number) => string
  readonly media: (part: number, index: number) => string
}

const postPaths: Paths = {
  text: (part) => (part === 0 ? '/content' : `/thread/${part - 1}/content`),
  media: (part, index) => (part === 0 ? `/media/${index}` : `/thread/${part - 1}/media/${index}`),
}

interface ValidateInput {
  readonly connector: Connector
  readonly outgoing: Outgoing
  readonly planFit: PlanFit
  readonly paths?: Paths
}

/** Checks a post, wherever it comes from: pure, over the network's limits as data. */
export function validate({ connector, outgoing, planFit, paths = postPaths }: ValidateInput): Validated {
  const limits = limitsForFormat(limitsOf(connector, outgoing.account.facts), outgoing.format)
  const errors: Issue[] = []
  const warnings: Issue[] = []
  const infos: Issue[] = []
  const read = withoutUnreadable(outgoing, limits)
  const plan = connector.plan(read)

  const unread = settingsIssues(connector, outgoing)
  errors.push(...formIssues(outgoing, limits), ...unread)
  // Of settings that cannot be read nothing follows.
  for (const found of unread.length > 0 ? [] : (connector.check?.(read) ?? []))
    (found.minor ? infos : errors).push(issueOf(found, connector.network, paths))
  if (outgoing.firstComment !== null) {
    const own = commentLimits(limits)
    errors.push(...lengthIssues(lengthsOf(outgoing.firstComment, own), 'first comment', own, '/firstComment'))
    errors.push(...linkIssues(read.firstComment ?? '', null, own, '/firstComment'))
    judgeNames(read.firstComment ?? '', own, '/firstComment', { errors, warnings })
  }
  const parts = read.parts.map((part, n) => {
    const own = limitsBeside(part.media, limits)
    const written = outgoing.parts[n]?.text ?? ''
    const text = plan.parts[n]?.text ?? part.text
    const said = isUnreadable(written, own) ? written : text
    const lengths = lengthsOf(said, own)
    errors.push(...textIssues({ ...part, text: said }, own, paths.text(n)))
    errors.push(...lengthIssues(lengths, 'text', own, paths.text(n)))
    errors.push(...linkIssues(text, n === 0 ? outgoing.link : null, limits, paths.text(n)))
    judgeNames(text, limits, paths.text(n), { errors, warnings })
    const media = mediaIssues({ media: part.media, limits, planFit, pathOf: (index) => paths.media(n, index) })
    errors.push(...media.errors)
    warnings.push(...media.warnings)
    infos.push(...media.infos)
    return factsOf(text, lengths, own, media.plan)
  })
  errors.push(...missingIssues(outgoing, limits))
  errors.push(...languageIssues(outgoing, limits))
  const { title } = outgoing
  if (title !== null && limits.title === null)
    infos.push({
      code: 'title_not_used',
      message: `${limits.name} does not support titles, so this one is left out.`,
      path: '/title',
    })
  if (title !== null && limits.title !== null && title.length > limits.title.max)
    errors.push({
      code: 'title_too_long',
      message: `The title has ${title.length} characters; ${limits.name} allows ${limits.title.max}.`,
      path: '/title',
    })
  const [first, ...thread] = parts
  if (!first) throw new Error('an outgoing post has at least one part')
  return {
    errors,
    warnings,
    infos,
    plan: { ...first, thread, calls: plan.calls, extras: plan.extras ?? {} },
    planned: plan,
  }
}

function languageIssues({ language }: Outgoing, { languages, name }: Limits): Issue[] {
  if (language === null || languages === 0 || languageTagOf(language) !== null) return []
  const message = `${name} requires a language tag, and “${language}” is not one.`
  return [{ code: 'language_unknown', message, path: '/language', fix: 'Use a tag such as de, en or pt-BR.' }]
}

function formIssues({ format, parts, firstComment }: Outgoing, limits: Limits): Issue[] {
  const issues: Issue[] = []
  const isThread = parts.length > 1
  // Networks without carousels get the pictures of one as several pictures of a post.
  const needed = format === 'carousel' && !limits.formats.includes('carousel') ? 'post' : format
  if (!limits.formats.includes(needed) || (isThread && limits.thread === null))
    issues.push({
      code: 'format_not_supported',
      message: `${limits.name} does not support ${isThread && limits.thread === null ? 'threads' : `posts of the kind “${format}”`}.`,
      path: isThread ? '/thread' : '/format',
      fix: `Use one of: ${limits.formats.join(', ')}.`,
    })
  if (limits.thread && parts.length > limits.thread.maxParts)
    issues.push({
      code: 'thread_too_long',
      message: `The thread has ${parts.length} parts; ${limits.name} allows ${limits.thread.maxParts}.`,
      path: '/thread',
    })
  if (firstComment !== null && !limits.firstComment)
    issues.push({
      code: 'first_comment_not_supported',
      message: `${limits.name} does not support first comments.`,
      path: '/firstComment',
    })
  return issues
}

/** Checks the title and the link that posts of this kind require. */
function missingIssues({ title, link, format }: Outgoing, limits: Limits): Issue[] {
  const issues: Issue[] = []
  if (limits.title?.required && (title ?? '').trim() === '')
    issues.push({
      code: 'title_missing',
      message: `${limits.name} requires a title of up to ${limits.title.max} characters for posts of the kind “${format}”.`,
      path: '/title',
      fix: 'Add a title, or choose another kind.',
    })
  if (limits.linkRequired && link === null)
    issues.push({
      code: 'link_missing',
      message: `${limits.name} requires a link for posts of the kind “${format}”.`,
      path: '/link',
      fix: 'Add a link, or choose another kind.',
    })
  return issues
}

function settingsIssues(connector: Connector, { settings }: Outgoing): Issue[] {
  const result = connector.settings.safeParse(settings)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => ({
    code: 'settings_invalid',
    message: `${path.map(String).join('.') || 'The settings'}: ${message}.`,
    path: `/settings/${[connector.network, ...path.map(String)].join('/')}`,
  }))
}

const issueOf = ({ code, message, at, fix }: Finding, network: string, paths: Paths): Issue => ({
  code,
  message,
  path: pointerTo(at, network, paths),
  ...(fix === undefined ? {} : { fix }),
})

function pointerTo(at: Finding['at'], network: string, paths: Paths): string {
  if ('setting' in at) return `/settings/${network}/${at.setting}`
  if ('media' in at) return paths.media(at.part ?? 0, at.media)
  if ('text' in at) return paths.text(at.text)
  if ('link' in at) return '/link'
  return 'title' in at ? '/title' : '/firstComment'
}

/** Applies the other text limit that a network may have beside a video. */
const limitsBeside = (media: readonly OutgoingMedia[], limits: Limits): Limits =>
  limits.textWithVideo && media.some((item) => goesAsVideo(item, limits))
    ? { ...limits, text: limits.textWithVideo }
    : limits

function textIssues({ text, media }: OutgoingPart, limits: Limits, path: string): Issue[] {
  const issues: Issue[] = []
  if (text.trim() === '' && media.length === 0)
    issues.push({
      code: 'text_missing',
      message: 'The post has no text, picture or video.',
      path,
      fix: 'Write a text, or add a file.',
    })
  if (limits.mediaRequired && media.length === 0)
    issues.push({ code: 'media_required', message: `${limits.name} requires a picture or a video.`, path })
  return issues
}

interface Length {
  readonly rule: TextRule
  /** Exact up to a few times what the rule takes. */
  readonly length: number
  readonly isExact: boolean
}

function lengthsOf(text: string, { text: rules, dialect }: Limits): readonly Length[] {
  return rules.map((rule) => {
    const most = rule.max * exactUpTo
    const length = isFarTooLong(text, rule) ? text.length : count(text, rule, dialect, most)
    return { rule, length, isExact: length <= most && !isFarTooLong(text, rule) }
  })
}

const lengthIssues = (lengths: readonly Length[], what: string, { name }: Limits, path: string): Issue[] =>
  lengths.flatMap(({ rule: { max, words }, length, isExact }) => {
    if (isExact && length <= max) return []
    return {
      code: 'text_too_long',
      message: `The ${what} has ${isExact ? length : `more than ${max * exactUpTo}`} ${words}; ${name} allows ${max}.`,
      path,
      fix: isExact ? `Shorten it by ${counted(length - max, words)}.` : `Shorten it to ${max} ${words}.`,
    }
  })

const counted = (count: number, words: string): string => `${count} ${count === 1 ? words.replace(/s$/, '') : words}`

/** One that stands there twice is one, and so is that of the card. */
function linkIssues(text: string, card: string | null, limits: Limits, path: string): Issue[] {
  const { links: max, dialect, name } = limits
  if (max === undefined) return []
  const written = find(text, dialect).filter(({ kind }) => kind === 'link')
  const { size } = new Set([...written.map(({ value }) => value), ...(card === null ? [] : [card])])
  if (size <= max) return []
  const message = `The text has ${size} links; ${name} allows ${max} in one post.`
  return [{ code: 'links_too_many', message, path, fix: `Remove ${size - max}.` }]
}

function factsOf(
  text: string,
  lengths: readonly Length[],
  limits: Limits,
  media: readonly MediaPlan[],
): Omit<PlatformPlan, 'thread' | 'calls' | 'extras'> {
  const found = find(text, limits.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  const [first] = lengths
  return {
    text,
    length: first?.length ?? text.length,
    maxLength: first?.rule.max ?? text.length,
    counting: first?.rule.words ?? 'characters',
    links: valuesOf('link'),
    mentions: valuesOf('mention'),
    tags: valuesOf('tag'),
    media,
  }
}
