import type { Connector, Finding, Outgoing, OutgoingPart, Plan } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import type { Extras } from '#connectors/contract/extras.ts'
import { limitsOf } from '#connectors/registry.ts'
import { find } from '#rules/find/find.ts'
import { cashtagsOnX } from '#rules/find/find-x.ts'
import { languageTagOf } from '#rules/language.ts'
import { type Limits, limitsForFormat } from '#rules/limits.ts'
import type { Issues } from './issues.ts'
import { checkMedia, goesAsVideo } from './media/media-rules.ts'
import type { MediaPlan, PlanFit } from './media/plan-fit.ts'
import { type Length, lengthIssues, lengthsOf, linkIssues, missingTextIssues } from './text-rules.ts'
import { commentLimits, isUnreadable, withoutUnreadable } from './unreadable-texts.ts'

interface Validated extends Issues {
  readonly plan: PlatformPlan
  /** The connector's own plan. Without errors, it is the plan of `outgoing` unchanged. */
  readonly planned: Plan
}

/** The plan of one target: what will happen on the network. A test compares it with what the network then receives. */
export interface PlatformPlan extends PartPlan {
  /** The replies of a thread, each with the same fields. */
  readonly thread: readonly PartPlan[]
  readonly calls: readonly string[]
  readonly extras: Extras
}

interface PartPlan {
  readonly text: string
  readonly length: number
  readonly maxLength: number
  /** The unit that is counted: "characters". */
  readonly counting: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
  readonly media: readonly MediaPlan[]
}

/** Maps each item of the outgoing post to its place in the author's request. */
export interface Paths {
  readonly text: (part: number) => string
  readonly media: (part: number, index: number) => string
  readonly field: (name: 'format' | 'link' | 'title' | 'firstComment') => string
}

const postPaths: Paths = {
  text: (part) => (part === 0 ? '/content' : `/thread/${part - 1}/content`),
  media: (part, index) => (part === 0 ? `/media/${index}` : `/thread/${part - 1}/media/${index}`),
  field: (name) => `/${name}`,
}

interface ValidateInput {
  readonly connector: Connector
  readonly outgoing: Outgoing
  readonly planFit: PlanFit
  readonly paths?: Paths
}

/** Checks a post from any source. Pure: reads only the post and the network's limits. */
export function validate({ connector, outgoing, planFit, paths = postPaths }: ValidateInput): Validated {
  const limits = limitsForFormat(limitsOf(connector, outgoing.account.facts), outgoing.format)
  const read = withoutUnreadable(outgoing, limits)
  const planned = connector.plan(read)
  const issues: Issues = { errors: [], warnings: [], infos: [] }

  checkForm(outgoing, limits, paths, issues)
  checkSettings({ connector, outgoing, read, paths }, issues)
  if (outgoing.firstComment !== null)
    checkComment(
      outgoing.firstComment,
      { what: 'first comment', read: read.firstComment ?? '', limits, path: paths.field('firstComment') },
      issues,
    )
  const [first, ...thread] = read.parts.map((part, n) => {
    const written = outgoing.parts[n]?.text ?? ''
    const text = planned.parts[n]?.text ?? part.text
    const link = n === 0 ? outgoing.link : null
    return checkPart({ n, part, written, text, link, limits, planFit, paths }, issues)
  })
  checkFields(outgoing, limits, paths, issues)

  if (!first) throw new Error('an outgoing post has at least one part')
  return { ...issues, plan: { ...first, thread, calls: planned.calls, extras: planned.extras ?? {} }, planned }
}

/** Checks a reply to a comment, which has the limits of comments. Pure, like `validate`. */
export function checkReply(connector: Connector, reply: Outgoing): readonly Issue[] {
  const limits = limitsOf(connector, reply.account.facts)
  const read = withoutUnreadable(reply, commentLimits(limits))
  const [planned] = connector.plan(read).parts
  const issues: Issues = { errors: [], warnings: [], infos: [] }
  const written = read.parts[0]?.text === '' ? (reply.parts[0]?.text ?? '') : (planned?.text ?? '')
  checkComment(written, { what: 'reply', read: planned?.text ?? '', limits, path: '/text' }, issues)
  return issues.errors
}

interface SettingsInput {
  readonly connector: Connector
  readonly outgoing: Outgoing
  /** The post without unreadable texts. */
  readonly read: Outgoing
  readonly paths: Paths
}

function checkSettings({ connector, outgoing, read, paths }: SettingsInput, { errors, infos }: Issues): void {
  const { network } = connector
  const parsed = connector.settings.safeParse(outgoing.settings)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => ({ names: path.map(String), message }))
    for (const { names, message } of faults)
      errors.push({
        code: 'settings_invalid',
        message: `${names.join('.') || 'The settings'}: ${message}.`,
        path: `/settings/${[network, ...names].join('/')}`,
      })
    // The connector's own check relies on settings that its schema accepts.
    return
  }
  for (const found of connector.check?.(read) ?? []) (found.minor ? infos : errors).push(issueOf(found, network, paths))
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
  if ('link' in at) return paths.field('link')
  return paths.field('title' in at ? 'title' : 'firstComment')
}

interface CommentInput {
  readonly what: string
  /** The comment without unreadable texts. */
  readonly read: string
  readonly limits: Limits
  readonly path: string
}

function checkComment(written: string, { what, read, limits, path }: CommentInput, issues: Issues): void {
  const own = commentLimits(limits)
  issues.errors.push(...lengthIssues(lengthsOf(written, own), what, own, path))
  issues.errors.push(...linkIssues(read, null, own, path))
  checkNames(read, own, path, issues)
}

interface PartInput {
  /** The index of the part in its thread, starting at 0. */
  readonly n: number
  readonly part: OutgoingPart
  /** The author's text. */
  readonly written: string
  /** The text as the network will receive it. */
  readonly text: string
  /** The link of the part's card. */
  readonly link: string | null
  readonly limits: Limits
  readonly planFit: PlanFit
  readonly paths: Paths
}

function checkPart({ n, part, written, text, link, limits, planFit, paths }: PartInput, issues: Issues): PartPlan {
  const own = limitsBeside(part, limits)
  const path = paths.text(n)
  const measured = isUnreadable(written, own) ? written : text
  const lengths = lengthsOf(measured, own)
  issues.errors.push(...missingTextIssues({ ...part, text: measured }, own, path))
  issues.errors.push(...lengthIssues(lengths, 'text', own, path))
  issues.errors.push(...linkIssues(text, link, limits, path))
  checkNames(text, limits, path, issues)
  const media = checkMedia({ media: part.media, limits, planFit, pathOf: (index) => paths.media(n, index) }, issues)
  return { ...factsOf(text, lengths, own), media }
}

/** Applies the separate text limit that a network may have for posts with a video. */
const limitsBeside = ({ media }: OutgoingPart, limits: Limits): Limits =>
  limits.textWithVideo && media.some((item) => goesAsVideo(item, limits))
    ? { ...limits, text: limits.textWithVideo }
    : limits

function factsOf(text: string, [first]: readonly Length[], { dialect }: Limits): Omit<PartPlan, 'media'> {
  const found = find(text, dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return {
    text,
    length: first?.length ?? text.length,
    maxLength: first?.rule.max ?? text.length,
    counting: first?.rule.words ?? 'characters',
    links: valuesOf('link'),
    mentions: valuesOf('mention'),
    tags: valuesOf('tag'),
  }
}

/** Counts the hashtags, mentions and cashtags of a text against the limits of the network. */
function checkNames(text: string, limits: Limits, path: string, { errors, warnings }: Issues): void {
  const { hashtags, mentions, cashtags, dialect, name } = limits
  if (cashtags !== undefined) warnings.push(...cashtagIssues(cashtagsOnX(text), cashtags, name, path))
  if (hashtags === undefined && mentions === undefined) return
  const found = find(text, dialect)
  const countOf = (kind: string) => found.filter((one) => one.kind === kind).length
  if (mentions !== undefined) errors.push(...mentionIssues(countOf('mention'), mentions, name, path))
  const tags = countOf('tag')
  if (hashtags !== undefined && tags > hashtags.max)
    errors.push({
      code: 'hashtags_too_many',
      message: `${tags} hashtags in the text. ${name} allows ${hashtags.max}.`,
      path,
      fix: `Remove ${tags - hashtags.max}.`,
    })
  else if (hashtags?.advised !== undefined && tags > hashtags.advised)
    warnings.push({
      code: 'hashtags_too_many',
      message: `${tags} hashtags in the text. ${name} limits many accounts to ${hashtags.advised}.`,
      path,
      fix: `Remove ${tags - hashtags.advised} to be safe.`,
    })
}

function mentionIssues(count: number, max: number, name: string, path: string): Issue[] {
  if (count <= max) return []
  const message = `${count} mentions in the text. ${name} allows ${max}.`
  return [{ code: 'mentions_too_many', message, path, fix: `Remove ${count - max}.` }]
}

const mostNamed = 10

function cashtagIssues(found: readonly string[], max: number, name: string, path: string): Issue[] {
  if (found.length <= max) return []
  const named = `${found.slice(0, mostNamed).join(', ')}${found.length > mostNamed ? ', …' : ''}`
  const message = `${found.length} cashtags in the text (${named}). ${name} allows ${max} for most apps.`
  return [{ code: 'cashtags_too_many', message, path, fix: `Remove ${found.length - max}.` }]
}

/** Checks that the network supports this kind of post, this many parts, and a first comment. */
function checkForm(post: Outgoing, limits: Limits, paths: Paths, { errors }: Issues): void {
  const { format, parts, firstComment } = post
  const { name, formats, thread } = limits
  const isThread = parts.length > 1
  const lacksThreads = isThread && thread === null
  // On networks without carousels, a carousel's images become several images of one post.
  const needed = format === 'carousel' && !formats.includes('carousel') ? 'post' : format
  if (lacksThreads)
    errors.push({
      code: 'format_not_supported',
      message: `${name} doesn’t support threads.`,
      path: '/thread',
      fix: 'Join the thread into one text for this account, or omit its replies: set `thread` to `join` or `omit`.',
    })
  else if (!formats.includes(needed))
    errors.push({
      code: 'format_not_supported',
      message: `${name} doesn’t support ${format} posts.`,
      path: paths.field('format'),
      fix: `Choose ${formats.join(', ')}.`,
    })
  if (thread && parts.length > thread.maxParts)
    errors.push({
      code: 'thread_too_long',
      message: `The thread has ${parts.length} parts. ${name} allows ${thread.maxParts}.`,
      path: '/thread',
    })
  if (firstComment !== null && !limits.firstComment)
    errors.push({
      code: 'first_comment_not_supported',
      message: `${name} doesn’t support first comments.`,
      path: paths.field('firstComment'),
    })
}

/** Checks the fields other than text and files: title, link and language. */
function checkFields(post: Outgoing, limits: Limits, paths: Paths, issues: Issues): void {
  checkRequired(post, limits, paths, issues)
  checkLanguage(post, limits, issues)
  checkTitle(post, limits, paths.field('title'), issues)
}

function checkRequired({ title, link }: Outgoing, limits: Limits, paths: Paths, { errors }: Issues): void {
  if (limits.title?.required && (title ?? '').trim() === '')
    errors.push({
      code: 'title_missing',
      message: `${limits.name} needs a title of at most ${limits.title.max} characters.`,
      path: paths.field('title'),
      fix: 'Add one, or choose another post type.',
    })
  if (limits.linkRequired && link === null)
    errors.push({
      code: 'link_missing',
      message: `${limits.name} needs a link for this post type.`,
      path: paths.field('link'),
      fix: 'Add one, or choose another post type.',
    })
}

function checkLanguage({ language }: Outgoing, { languages, name }: Limits, { errors }: Issues): void {
  if (language === null || languages === 0 || languageTagOf(language) !== null) return
  const message = `“${language}” isn’t a language tag that ${name} accepts.`
  errors.push({ code: 'language_unknown', message, path: '/language', fix: 'Use a tag such as de, en or pt-BR.' })
}

function checkTitle({ title }: Outgoing, limits: Limits, path: string, { errors, infos }: Issues): void {
  const { title: rule, name } = limits
  if (title === null) return
  if (rule === null)
    infos.push({
      code: 'title_not_used',
      message: `${name} doesn’t support titles. This one won’t be sent.`,
      path,
    })
  else if (title.length > rule.max)
    errors.push({
      code: 'title_too_long',
      message: `Title is ${title.length} characters. ${name} allows ${rule.max}.`,
      path,
    })
}
