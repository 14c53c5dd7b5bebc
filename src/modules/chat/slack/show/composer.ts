import { shorten, titleOfNetwork } from '../../words.ts'
import { fields, views } from './action-names.ts'
import { type Block, input, option, plainText } from './blocks.ts'

export interface Composer {
  readonly profiles: readonly { readonly id: string; readonly name: string }[]
  readonly profileId: string
  readonly timezone: string
  /** The accounts of that profile. */
  readonly accounts: readonly { readonly id: string; readonly network: string; readonly handle: string }[]
  readonly text: string
  readonly chosen: readonly string[]
  /** The post that is changed; null for a new one. */
  readonly postId: string | null
}

/** The part of a view that only Posthorn reads. Slack sends it back with the view. */
export interface Metadata {
  readonly profileId: string
  readonly timezone: string
  readonly postId: string | null
}

const mostText = 3_000
const mostOptions = 100

/** Draws the modal in which a person writes a post. */
export function drawComposer(composer: Composer): Block {
  const { profiles, profileId, timezone, accounts, postId } = composer
  const metadata: Metadata = { profileId, timezone, postId }
  return {
    type: 'modal',
    callback_id: views.compose,
    private_metadata: JSON.stringify(metadata),
    title: plainText(postId === null ? 'New post' : 'Edit post', 24),
    submit: plainText('Save', 24),
    close: plainText('Cancel', 24),
    blocks: [
      ...(profiles.length > 1 && postId === null ? [profileField(composer)] : []),
      input(
        fields.text,
        'Text',
        { type: 'plain_text_input', multiline: true, ...initially(shorten(composer.text, mostText)) },
        { optional: true },
      ),
      ...(accounts.length > 0 ? [accountsField(composer)] : []),
      input(
        fields.media,
        'Pictures and videos',
        { type: 'plain_text_input', multiline: true },
        {
          optional: true,
          hint:
            postId === null ? 'Links, one on each line.' : 'Links, one on each line. They replace those of the post.',
        },
      ),
      input(fields.after, 'Then', {
        type: 'static_select',
        options: afterOptions,
        initial_option: afterOptions[0],
      }),
      ...timeFields(timezone, { optional: true }),
    ],
  }
}

const afterOptions = [
  option('Keep it as a draft', 'draft'),
  option('Schedule it for the time below', 'schedule'),
  option('Publish it now', 'publish'),
]

const initially = (text: string) => (text === '' ? {} : { initial_value: text })

function profileField({ profiles, profileId }: Composer): Block {
  const options = profiles.slice(0, mostOptions).map(({ id, name }) => option(name, id))
  const initial = options.find(({ value }) => value === profileId)
  const element = { type: 'static_select', options, ...(initial && { initial_option: initial }) }
  return input(fields.profile, 'Profile', element, { reports: true })
}

function accountsField({ accounts, chosen }: Composer): Block {
  const options = accounts
    .slice(0, mostOptions)
    .map(({ id, network, handle }) => option(`${handle} on ${titleOfNetwork(network)}`, id))
  const initial = options.filter(({ value }) => chosen.includes(value))
  const element = {
    type: 'multi_static_select',
    placeholder: plainText('Choose accounts', 150),
    options,
    ...(initial.length > 0 && { initial_options: initial }),
  }
  return input(fields.accounts, 'Accounts', element, { optional: true })
}

/** The two fields of a time. Slack has no field that names a time zone, so the label does. */
const timeFields = (timezone: string, look: { readonly optional: boolean }): readonly Block[] => [
  input(fields.date, 'Date', { type: 'datepicker' }, look),
  input(fields.time, `Time in ${timezone}`, { type: 'timepicker' }, look),
]

/** Draws the modal that asks for the time of a post. */
export const drawSchedule = (metadata: Metadata): Block => ({
  type: 'modal',
  callback_id: views.schedule,
  private_metadata: JSON.stringify(metadata),
  title: plainText('Schedule the post', 24),
  submit: plainText('Schedule', 24),
  close: plainText('Cancel', 24),
  blocks: timeFields(metadata.timezone, { optional: false }),
})

/** Draws the modal that asks why a post is not approved. */
export const drawRejection = (metadata: Metadata): Block => ({
  type: 'modal',
  callback_id: views.reject,
  private_metadata: JSON.stringify(metadata),
  title: plainText('Reject the post', 24),
  submit: plainText('Reject', 24),
  close: plainText('Cancel', 24),
  blocks: [input(fields.reason, 'What should change?', { type: 'plain_text_input', multiline: true })],
})

/** Draws a modal that has nothing to fill in, such as a refusal. */
export const drawNotice = (title: string, text: string): Block => ({
  type: 'modal',
  title: plainText(title, 24),
  close: plainText('Close', 24),
  blocks: [{ type: 'section', text: plainText(text, 3_000) }],
})
