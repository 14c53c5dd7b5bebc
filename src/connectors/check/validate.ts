import type { Connector, Finding, Outgoing, OutgoingPart, Plan } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes/issue-codes.ts'
import type { Extras } from '#connectors/contract/extras.ts'
import { limitsOf } from '#connectors/registry.ts'
import { find } from '#rules/find/find.ts'
import { type Limits, limitsForFormat } from '#rules/limits.ts'
import { checkFields, checkForm } from './form-rules.ts'
import type { Issues } from './issues.ts'
import type { MediaPlan } from './media/media-plan.ts'
import { checkMedia, goesAsVideo } from './media/media-rules.ts'
import type { PlanFit } from './media/plan-fit.ts'
import { checkNames } from './text/name-rules.ts'
import { type Length, lengthIssues, lengthsOf, linkIssues, missingTextIssues } from './text/text-rules.ts'
import { commentLimits, isUnreadable, withoutUnreadable } from './text/unreadable-texts.ts'

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

/** Checks a post from any source. Pure: reads only the post and the network's limits. */
export function validate({ connector, outgoing, planFit, paths = postPaths }: ValidateInput): Validated {
  const limits = limitsForFormat(limitsOf(connector, outgoing.account.facts), outgoing.format)
  const read = withoutUnreadable(outgoing, limits)
  const planned = connector.plan(read)
  const issues: Issues = { errors: [], warnings: [], infos: [] }

  checkForm(outgoing, limits, issues)
  checkSettings({ connector, outgoing, read, paths }, issues)
  if (outgoing.firstComment !== null) checkComment(outgoing.firstComment, read.firstComment ?? '', limits, issues)
  const [first, ...thread] = read.parts.map((part, n) => {
    const written = outgoing.parts[n]?.text ?? ''
    const text = planned.parts[n]?.text ?? part.text
    const link = n === 0 ? outgoing.link : null
    return checkPart({ n, part, written, text, link, limits, planFit, paths }, issues)
  })
  checkFields(outgoing, limits, issues)

  if (!first) throw new Error('an outgoing post has at least one part')
  return { ...issues, plan: { ...first, thread, calls: planned.calls, extras: planned.extras ?? {} }, planned }
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
  if ('link' in at) return '/link'
  return 'title' in at ? '/title' : '/firstComment'
}

function checkComment(written: string, read: string, limits: Limits, issues: Issues): void {
  const own = commentLimits(limits)
  issues.errors.push(...lengthIssues(lengthsOf(written, own), 'first comment', own, '/firstComment'))
  issues.errors.push(...linkIssues(read, null, own, '/firstComment'))
  checkNames(read, own, '/firstComment', issues)
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
