import type { Call } from '../call.ts'

/** A command of the CLI and a tool for agents. */
interface Task {
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}

type Input = Call['input']

const ofProfile = ({ profileId }: Input) => ({ profile: profileId })

/** The tasks that do the same as an operation. Null if the task lacks something that the input needs. */
const tasks: { readonly [operation in Call['operation']]?: (input: Input) => Task | null } = {
  listProfiles: () => ({ name: 'list_profiles', fields: {} }),
  listAccounts: (input) => ({ name: 'list_accounts', fields: ofProfile(input) }),
  listConnections: (input) => ({ name: 'list_accounts', fields: ofProfile(input) }),
  listPosts: ({ profileId: profile, limit, q, status, sort, ...more }) => {
    if (Object.keys(more).length > 0) return null
    const page = { profile, ...(limit !== undefined && { limit }) }
    if (q !== undefined) return status === undefined ? { name: 'search_posts', fields: { ...page, words: q } } : null
    if (sort === 'scheduled') return { name: 'list_queue', fields: page }
    return sort === undefined
      ? { name: 'list_posts', fields: { ...page, ...(status !== undefined && { status }) } }
      : null
  },
  getPost: ({ id }) => ({ name: 'get_status', fields: { post: id } }),
  listRecurringRules: (input) => ({ name: 'list_recurring_rules', fields: ofProfile(input) }),
  getBestTimes: ({ profileId: profile, platform, timezone, ...more }) =>
    Object.keys(more).length > 0
      ? null
      : {
          name: 'find_best_times',
          fields: { profile, ...(platform !== undefined && { network: platform }), timezone },
        },
  validatePost: (input) => taskOfPost('validate_post', input),
  createPost: ({ saveAsDraft, ...input }) =>
    taskOfPost(saveAsDraft ? 'create_draft' : input.scheduledAt ? 'schedule_post' : 'publish_post', input),
}

export const taskOf = ({ operation, input }: Call): Task | null => tasks[operation]?.(input) ?? null

interface Target {
  readonly platform: string
  readonly accountId?: string
  readonly content?: string
}

interface Part {
  readonly content: string
  readonly media?: readonly object[]
}

/** Converts a post to task input: accounts by ID, and the texts that differ by network. */
function taskOfPost(name: string, { profileId, platforms, scheduledAt, thread, ...content }: Input): Task | null {
  const targets = (platforms ?? []) as readonly Target[]
  const parts = (thread ?? []) as readonly Part[]
  const media = (content.media ?? []) as readonly object[]
  if (!targets.every((target) => isSayable(target, targets))) return null
  if (parts.some((part) => (part.media ?? []).length > 0)) return null
  if (media.some((file) => 'thumbnailStoragePath' in file)) return null
  const texts = targets.flatMap((target) => (target.content === undefined ? [] : [[target.platform, target.content]]))
  const fields = {
    profile: profileId,
    accounts: targets.map(({ platform, accountId }) => accountId ?? platform),
    ...content,
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
    ...(parts.length > 0 && { thread: parts.map((part) => part.content) }),
    ...(scheduledAt ? { at: scheduledAt } : {}),
  }
  return { name, fields }
}

/** True if an account has only its own text, and all accounts of its network get that text. */
function isSayable({ platform, accountId, content, ...own }: Target, targets: readonly Target[]): boolean {
  const isShared = targets.every((other) => other.platform !== platform || other.content === content)
  return Object.keys(own).length === 0 && isShared
}
