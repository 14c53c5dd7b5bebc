import { z } from 'zod'

/**
 * Schemas of the parts of Slack's requests that Posthorn reads. Slack may add fields at any time, so everything else is
 * dropped: only the fields that an event's handler uses are stored.
 */
const id = z.string().min(1).max(100)
const words = z.string().max(40_000)

/** A file. One that another organization shares has only its ID, which `file_access` indicates. */
export const file = z.object({
  id,
  name: z.string().max(1_000).nullish(),
  mimetype: z.string().max(200).nullish(),
  size: z.number().nullish(),
  mode: z.string().max(40).nullish(),
  url_private_download: z.string().max(3_000).nullish(),
  file_access: z.string().max(40).nullish(),
})
export type SlackFile = z.output<typeof file>

const messageEvent = z.object({
  type: z.literal('message'),
  subtype: z.string().max(100).optional(),
  channel: id,
  channel_type: z.string().max(40).optional(),
  user: id.optional(),
  bot_id: id.optional(),
  hidden: z.boolean().optional(),
  text: words.default(''),
  ts: id,
  files: z.array(file).max(100).optional(),
})

const homeOpened = z.object({ type: z.literal('app_home_opened'), user: id, tab: z.string().max(40).optional() })
const gone = z.object({ type: z.enum(['app_uninstalled', 'tokens_revoked']) })

const event = z.discriminatedUnion('type', [messageEvent, homeOpened, gone])

export const envelope = z.object({
  type: z.string().max(100),
  challenge: z.string().max(1_000).optional(),
  team_id: id.optional(),
  event_id: id.optional(),
  event: z.unknown().optional(),
})

export const readEvent = (value: unknown): z.output<typeof event> | null => event.safeParse(value).data ?? null

const command = z.object({
  team_id: id,
  user_id: id,
  channel_id: id,
  text: words.default(''),
  trigger_id: id,
  response_url: z.string().max(3_000),
  is_enterprise_install: z.string().max(10).optional(),
})

/** Reads a command from its form. */
export const readCommand = (fields: URLSearchParams) => command.safeParse(Object.fromEntries(fields)).data ?? null

const option = z.object({ value: z.string().max(2_000) })
const fieldValue = z.object({
  value: words.nullish(),
  selected_date: z.string().max(20).nullish(),
  selected_time: z.string().max(20).nullish(),
  selected_option: option.nullish(),
  selected_options: z.array(option).max(100).nullish(),
})
const values = z.record(z.string(), z.record(z.string(), fieldValue))
export type FormValues = z.output<typeof values>

const view = z.object({
  id,
  hash: z.string().max(200).default(''),
  callback_id: z.string().max(255).default(''),
  private_metadata: z.string().max(3_000).default(''),
  state: z.object({ values }).default({ values: {} }),
})

const common = { user: z.object({ id }), team: z.object({ id }).nullish(), trigger_id: id.optional() }

const action = z.object({
  action_id: z.string().max(255),
  value: z.string().max(2_000).optional(),
  selected_option: option.nullish(),
})

const interaction = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('block_actions'),
    actions: z.array(action).min(1).max(50),
    container: z.object({ message_ts: id.optional(), view_id: id.optional() }),
    channel: z.object({ id }).nullish(),
    view: view.nullish(),
    response_url: z.string().max(3_000).optional(),
  }),
  z.object({ ...common, type: z.literal('view_submission'), view }),
  z.object({ ...common, type: z.literal('shortcut'), callback_id: z.string().max(255) }),
  z.object({
    ...common,
    type: z.literal('message_action'),
    callback_id: z.string().max(255),
    message: z.object({ text: words.default(''), files: z.array(file).max(100).optional() }),
  }),
])

/** Reads an interaction from the field `payload` of its form. */
export function readInteraction(fields: URLSearchParams): z.output<typeof interaction> | null {
  try {
    return interaction.safeParse(JSON.parse(fields.get('payload') ?? '')).data ?? null
  } catch {
    return null
  }
}

export type SlackEvent = z.output<typeof event>
export type SlackCommand = z.output<typeof command>
export type SlackInteraction = z.output<typeof interaction>

/** The content that is stored until a job handles it. */
export type Received =
  | { readonly kind: 'event'; readonly event: SlackEvent }
  | { readonly kind: 'command'; readonly command: SlackCommand }
  | { readonly kind: 'interaction'; readonly interaction: SlackInteraction }
