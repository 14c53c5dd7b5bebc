import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, refuseInput } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { createPosts, type NewPost, type PreparedPost, preparePosts } from '#modules/posts/index.ts'
import { listChildLinks } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { composeChild, type InheritanceRules, readRules } from './inherit.ts'
import { type ChildInput, childrenMax, type FanoutInput } from './schema.ts'
import { type Translate, translatePost } from './translate.ts'

interface PreparedFanout {
  /** The master post, followed by its children. */
  readonly posts: readonly [PreparedPost, ...PreparedPost[]]
  readonly infos: readonly Fault[]
}

/** Composes and checks the master and its children before the transaction. Refuses with all errors of all posts. */
export async function prepareFanout(deps: PlanningDeps, caller: Caller, input: FanoutInput): Promise<PreparedFanout> {
  const { master } = input
  const links = await listChildLinks(deps.db, caller, master.profileId)
  const rulesOf = new Map(links.map(({ childId, inheritanceRules }) => [childId, readRules(inheritanceRules)]))
  const requests = input.children ?? [...rulesOf.keys()].map((profileId): ChildInput => ({ profileId }))
  requireFamily(master.profileId, requests)
  const composed = requests.map((child) => ({
    child,
    input: composeChild(master, child, rulesOf.get(child.profileId) ?? {}),
  }))
  const { inputs, infos } = await translateChildren(deps, caller, master, composed, rulesOf)
  const posts = await preparePosts(deps, caller, master.profileId, [
    { input: master, path: '/master' },
    ...inputs.map((child, index) => ({
      input: child,
      path: `/children/${index}`,
      mayRepeat: true,
      mayLeaveOut: requests[index]?.platforms === undefined,
    })),
  ])
  const leftOut = posts.flatMap((one, index) =>
    one.leftOut.map((fault) => ({ ...fault, path: `/children/${index - 1}${fault.path}` })),
  )
  return { posts, infos: [...infos, ...leftOut] }
}

/** Stores the master and its children: all of them or none. */
export async function createFanout(deps: PlanningDeps, tx: Tx, caller: Caller, { posts, infos }: PreparedFanout) {
  const [master, ...children] = await createPosts(deps, tx, caller, posts, (first, index) =>
    index === 0 ? { kind: 'master' } : { kind: 'child', rootPostId: first.id, parentId: first.id },
  )
  return { master, children, infos: [...infos] }
}

function requireFamily(masterId: ProfileId, requests: readonly ChildInput[]): void {
  if (requests.length === 0 || requests.length > childrenMax) {
    const message = `The profile of the master must have 1 to ${childrenMax} links to children, or \`children\` must name them.`
    refuseInput({ path: '/children', code: 'children_missing', message })
  }
  const seen = new Set<string>([masterId])
  const faults = requests.flatMap(({ profileId }, index) => {
    const isSeen = seen.has(profileId)
    seen.add(profileId)
    const message = 'lists a profile that already gets this post. List each profile once'
    return isSeen ? [{ path: `/children/${index}/profileId`, code: 'duplicate_child', message }] : []
  })
  if (faults.length > 0) refuseInput(...faults)
}

interface ComposedChild {
  readonly child: ChildInput
  readonly input: NewPost
}

/**
 * Translates what children inherit if their link has a language, once per language. A child's own text is left
 * unchanged.
 */
async function translateChildren(
  { guards: { translate } }: { readonly guards: { readonly translate: Translate } },
  { uid }: Caller,
  master: NewPost,
  composed: readonly ComposedChild[],
  rulesOf: ReadonlyMap<ProfileId, InheritanceRules>,
): Promise<{ readonly inputs: readonly NewPost[]; readonly infos: readonly Fault[] }> {
  const languageOf = ({ child }: ComposedChild) => {
    const language = rulesOf.get(child.profileId)?.languageOverride
    return child.content === undefined && language !== master.language ? language : undefined
  }
  const languages = composed.flatMap((child) => languageOf(child) ?? [])
  const translated = await translatePost(translate, master, { languages, uid })
  const infos: Fault[] = []
  const inputs = composed.map((child, index) => {
    const language = languageOf(child)
    if (language === undefined) return child.input
    const own = translated.get(language)
    if (own) return { ...child.input, ...own, platforms: child.input.platforms.map(dropContent) }
    const message = `No translation into ${language} is available, so the post has its original text.`
    infos.push({ path: `/children/${index}/content`, code: 'translation_unavailable', message })
    return child.input
  })
  return { inputs, infos }
}

/** The platforms show the translated content, too. */
const dropContent = ({ content: _, ...rest }: { content?: unknown } & NewPost['platforms'][number]) => rest
