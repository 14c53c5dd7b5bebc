import { catalogue } from '../catalogue.ts'
import type { Task } from '../task.ts'

/**
 * Groups of tools that can be turned on separately. Every tool costs an agent part of its attention in each
 * conversation, so that the tools of the default set have to stay few.
 */
export const toolsets = {
  posts: {
    about: 'profiles, accounts, and writing, scheduling, publishing and following posts',
    tools: [
      ...['list_profiles', 'list_accounts', 'create_draft', 'edit_post', 'schedule_post', 'publish_post'],
      ...['get_status', 'list_queue', 'list_posts', 'search_posts', 'cancel_post'],
    ],
  },
  repair: {
    about: 'failed posts, unknown outcomes, and the trash',
    tools: ['retry_post', 'resolve_target', 'delete_post'],
  },
  approvals: { about: 'approving and rejecting posts', tools: ['approve_post', 'reject_post'] },
  team: {
    about: 'what colleagues write to each other about posts',
    tools: ['list_team_comments', 'add_team_comment', 'resolve_team_thread'],
  },
  inbox: {
    about: 'comments and mentions that people wrote to the accounts, and replies to them',
    tools: [
      ...['list_conversations', 'read_conversation', 'send_reply', 'cancel_reply', 'set_conversation', 'set_item'],
      ...['add_note', 'get_inbox_numbers'],
    ],
  },
  creation: {
    about:
      'checks before anything is stored, files from URLs, stock photos and GIFs, captions, and links that show a post',
    tools: [
      ...['validate_post', 'import_media', 'find_stock_media', 'add_stock_media'],
      ...['write_captions', 'share_post'],
    ],
  },
  planning: {
    about: 'ideas, posting times, free slots, edits of many posts, and posts that repeat',
    tools: [
      ...['auto_schedule_posts', 'list_posting_times', 'pause_posting_times', 'queue_post'],
      ...['edit_posts', 'undo_edit_posts', 'add_idea', 'list_ideas'],
      ...['create_recurring_rule', 'list_recurring_rules', 'cancel_recurring_rule'],
    ],
  },
  analytics: { about: 'metrics and the best times', tools: ['get_analytics', 'find_best_times'] },
} as const satisfies Record<string, { readonly about: string; readonly tools: readonly string[] }>

type Toolset = keyof typeof toolsets

const names = Object.keys(toolsets) as Toolset[]

/** The toolsets of an agent that chooses none. */
const usual: readonly Toolset[] = ['posts', 'repair']

/** The values that a selection may contain. */
export const toolsetNames: readonly string[] = [...names, 'default', 'all']

/** The tools that an agent gets. */
export interface ToolSelection {
  readonly toolsets: ReadonlySet<Toolset>
  /** True without the tools that change something. */
  readonly readOnly: boolean
}

interface SelectionInput {
  /** Names of toolsets, separated by commas. */
  readonly toolsets?: string | undefined
  readonly readOnly?: boolean | undefined
}

/** Reads a selection. Returns the first unknown name instead if there is one. */
export function readSelection({ toolsets: text = '', readOnly = false }: SelectionInput): ToolSelection | string {
  const sent = text.split(',').flatMap((part) => part.trim() || [])
  const unknown = sent.find((name) => !toolsetNames.includes(name))
  if (unknown !== undefined) return unknown
  const chosen = (sent.length > 0 ? sent : ['default']).flatMap((name): readonly Toolset[] =>
    name === 'all' ? names : name === 'default' ? usual : [name as Toolset],
  )
  return { toolsets: new Set(chosen), readOnly }
}

export const everyTool: ToolSelection = { toolsets: new Set(names), readOnly: false }

/** Returns the toolset of a task. */
export function toolsetOf({ name }: Pick<Task, 'name'>): Toolset {
  const found = names.find((one) => (toolsets[one].tools as readonly string[]).includes(name))
  if (!found) throw new Error(`${name} is in no toolset`)
  return found
}

export const isSelected = ({ toolsets, readOnly }: ToolSelection, task: Task): boolean =>
  toolsets.has(toolsetOf(task)) && (task.effect.readOnly || !readOnly)

/** Returns true if all of these tools are selected. */
export const hasTools = (selection: ToolSelection, needed: readonly string[]): boolean =>
  catalogue.filter(({ name }) => needed.includes(name)).every((task) => isSelected(selection, task))

/** Describes the toolsets that are off, for agents. Empty if all are on. */
export function describeOthers({ toolsets: on }: ToolSelection): string {
  const off = names.filter((name) => !on.has(name))
  if (off.length === 0) return ''
  const list = off.map((name) => `${name} (${toolsets[name].about})`).join('; ')
  return `The user can turn on more tools in the configuration of this server, as toolsets: ${list}.`
}
