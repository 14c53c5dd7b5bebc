import type { Api } from '#tasks/task.ts'

/** The environment in which the examples are meaningful calls. */
export interface ExampleWorld {
  /** Has all rights of the user. */
  readonly api: Api
  readonly profileId: string
  readonly profileName: string
  readonly handle: string
  /** Stores a new conversation with one comment. */
  readonly beginConversation: () => Promise<string>
}

interface Example {
  readonly input: (world: ExampleWorld) => Promise<object> | object
  /** The refusal of this call, if it cannot succeed in this environment. */
  readonly code?: string
}

const draft = async ({ api, profileId }: ExampleWorld): Promise<string> =>
  (await api.createPost({ profileId, content: 'An example.', platforms: ['mastodon'], saveAsDraft: true })).id
const scheduled = async ({ api, profileId }: ExampleWorld): Promise<string> =>
  (await api.createPost({ profileId, content: 'An example.', platforms: ['mastodon'], scheduledAt: later })).id

const planOf = async ({ api, profileId }: ExampleWorld): Promise<string> =>
  (await api.createSlotPlan({ profileId, name: 'Weekly', slots: [{ weekday: 1, time: '09:00' }] })).id

const edited = async (world: ExampleWorld): Promise<string> => {
  const posts = [{ postId: await scheduled(world) }]
  return (await world.api.editPosts({ posts, changes: { shift: { days: 2 } } })).batchId ?? ''
}

const talk = async ({ beginConversation }: ExampleWorld) => ({ conversation: await beginConversation() })

/** A reply to the only comment of a new conversation. */
const toReply = async (world: ExampleWorld) => {
  const { conversation } = await talk(world)
  const { items } = await world.api.listInboxItems({ id: conversation })
  const item = items[0]?.id ?? ''
  return { conversation, item, lastItem: item, text: 'Ten euros.' }
}

const later = '2027-03-01T09:00:00Z'
const byName = ({ profileName, handle }: ExampleWorld) => ({
  profile: profileName,
  content: 'An example.',
  accounts: [handle],
})
const named = ({ profileName }: ExampleWorld) => ({ profile: profileName })
const ofDraft = async (world: ExampleWorld) => ({ post: await draft(world) })

/** Calls of each task that together need every scope that the task names. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  list_profiles: [{ input: () => ({}) }],
  list_accounts: [{ input: named }],
  validate_post: [{ input: byName }],
  create_draft: [{ input: byName }],
  edit_post: [
    { input: async (world) => ({ post: await scheduled(world), texts: { mastodon: 'Changed.' } }) },
    { input: async (world) => ({ post: await draft(world), accounts: [world.handle] }) },
  ],
  schedule_post: [
    { input: (world) => ({ ...byName(world), at: later }) },
    { input: async (world) => ({ post: await draft(world), at: later, dryRun: true }) },
  ],
  publish_post: [{ input: byName }, { input: async (world) => ({ post: await draft(world), dryRun: true }) }],
  get_status: [{ input: ofDraft }],
  list_queue: [{ input: named }],
  list_posts: [{ input: named }],
  search_posts: [{ input: (world) => ({ ...named(world), words: 'example' }) }],
  cancel_post: [{ input: async (world) => ({ post: await scheduled(world) }) }],
  retry_post: [{ input: ofDraft, code: 'nothing_to_retry' }],
  resolve_target: [{ input: async (world) => ({ post: await draft(world), found: true }), code: 'nothing_to_retry' }],
  delete_post: [{ input: ofDraft }],
  approve_post: [{ input: ofDraft, code: 'approval_not_required' }],
  reject_post: [
    { input: async (world) => ({ post: await draft(world), reason: 'Too short.' }), code: 'approval_not_required' },
  ],
  list_team_comments: [{ input: ofDraft }],
  add_team_comment: [
    {
      input: async (world) => {
        const [owner] = await world.api.listProfileMembers({ id: world.profileId })
        return { ...(await ofDraft(world)), text: 'Please check the price.', mentions: [owner?.name ?? ''] }
      },
    },
  ],
  resolve_team_thread: [
    {
      input: async (world) => {
        const post = await draft(world)
        return { post, comment: (await world.api.createTeamComment({ id: post, text: 'The price?' })).id }
      },
    },
  ],
  list_conversations: [{ input: named }],
  read_conversation: [{ input: talk }],
  send_reply: [{ input: toReply }],
  cancel_reply: [
    {
      input: async (world) => {
        const { conversation: id, item, ...rest } = await toReply(world)
        return { reply: (await world.api.createInboxReply({ id, itemId: item, lastItemId: item, text: rest.text })).id }
      },
    },
  ],
  set_conversation: [
    { input: async (world) => ({ ...(await talk(world)), state: 'done' }) },
    {
      input: async (world) => {
        const [owner] = await world.api.listProfileMembers({ id: world.profileId })
        return { ...(await talk(world)), assignee: owner?.name ?? '' }
      },
    },
  ],
  set_item: [{ input: async (world) => ({ item: (await toReply(world)).item, liked: true }) }],
  add_note: [
    { input: async (world) => ({ ...(await talk(world)), text: 'Ask the roastery.' }) },
    {
      input: async (world) => {
        const [owner] = await world.api.listProfileMembers({ id: world.profileId })
        return { ...(await talk(world)), text: 'Yours?', mentions: [owner?.name ?? ''] }
      },
    },
  ],
  get_inbox_numbers: [{ input: named }],
  import_media: [{ input: (world) => ({ ...named(world), url: 'http://10.0.0.1/a.png' }), code: 'media_unreachable' }],
  find_stock_media: [{ input: () => ({ q: 'lighthouse', kind: 'gif' }), code: 'stock_not_set_up' }],
  add_stock_media: [
    { input: (world) => ({ ...named(world), provider: 'giphy', id: 'gif1' }), code: 'stock_not_set_up' },
  ],
  write_captions: [{ input: () => ({ description: 'The lighthouse is open.', networks: ['X', 'mastodon'] }) }],
  auto_schedule_posts: [{ input: async (world) => ({ posts: [await draft(world)], postsPerDay: 1 }) }],
  add_idea: [{ input: (world) => ({ ...named(world), title: 'An example.' }) }],
  list_ideas: [{ input: named }],
  list_posting_times: [{ input: named }],
  pause_posting_times: [
    { input: async (world) => ({ ...named(world), plan: await planOf(world), until: '2027-02-01T00:00:00Z' }) },
    { input: (world) => ({ ...named(world), until: null }) },
  ],
  queue_post: [
    { input: async (world) => ({ ...byName(world), plan: await planOf(world) }) },
    { input: async (world) => ({ post: await draft(world), dryRun: true }) },
  ],
  edit_posts: [
    { input: async (world) => ({ posts: [await scheduled(world)], shiftDays: 1, addLabels: ['Later'] }) },
    { input: (world) => ({ ...named(world), label: 'Later', find: 'example', dryRun: true }) },
  ],
  undo_edit_posts: [{ input: async (world) => ({ batch: await edited(world) }) }],
  create_recurring_rule: [
    { input: async (world) => ({ ...(await ofDraft(world)), cron: '0 9 * * MON' }) },
    { input: async (world) => ({ ...(await ofDraft(world)), cron: '0 9 * * MON', dryRun: true }) },
  ],
  list_recurring_rules: [{ input: named }],
  cancel_recurring_rule: [
    {
      input: async (world) => ({
        rule: (await world.api.createRecurringRule({ postId: await draft(world), cron: '0 9 * * TUE' })).id,
      }),
    },
  ],
  get_analytics: [{ input: named }],
  find_best_times: [{ input: (world) => ({ ...named(world), network: 'Mastodon' }) }],
  share_post: [{ input: ofDraft }],
}
