import type { Action, Message } from '../../conversation/message.ts'
import { press, readPost } from '../../conversation/posts.ts'
import { explain } from '../../conversation/refusals.ts'
import { findReplyTo } from '../../conversation/talks.ts'
import type { SlackInteraction } from '../readings.ts'
import { fields, readPressed } from '../show/action-names.ts'
import { render } from '../show/render.ts'
import { drawNotice, drawRejection, drawReply, drawSchedule, maxText } from '../show/views.ts'
import {
  howToLink,
  isLinked,
  type LinkedSession,
  openModal,
  prepareComposer,
  type Session,
  showHome,
  write,
} from './session.ts'

type Press = Extract<SlackInteraction, { readonly type: 'block_actions' }>

/** Runs a button's action. The message with the button then shows the outcome. */
export async function handlePress(session: Session, pressed: Press): Promise<void> {
  if (!isLinked(session)) return await reply(session, pressed, { text: howToLink(session) })
  try {
    const answer = await perform(session, pressed)
    if (answer) await reply(session, pressed, answer)
  } catch (error) {
    await write(session, { text: explain(error) })
  }
}

async function perform(session: LinkedSession, pressed: Press): Promise<Message | null> {
  const [named] = pressed.actions
  if (named?.action_id === fields.profile) return await turnComposer(session, pressed, named.selected_option?.value)
  const action = named ? readPressed(named) : null
  // Slack also reports buttons that only open a link.
  if (!action) return null
  switch (action.verb) {
    case 'refresh':
      await showHome(session)
      return null
    case 'compose':
    case 'chooseTime':
    case 'edit':
    case 'reject':
    case 'reply':
      await openModal(session, pressed.trigger_id, await drawModal(session, action))
      return null
    default:
      return await press(session.actor, action)
  }
}

/** Draws the modal that a button opens. */
async function drawModal(session: LinkedSession, { verb, subject: postId }: Action) {
  if (verb === 'compose') return await prepareComposer(session)
  const { actor } = session
  if (verb === 'reply') {
    const to = await findReplyTo(actor, postId)
    return drawReply({ profileId: '', timezone: 'UTC', postId: null, to })
  }
  const { profileId, content, targets } = await readPost(actor.api, postId)
  const { timezone } = await actor.findPlace(profileId)
  const metadata = { profileId, timezone, postId }
  if (verb === 'chooseTime') return drawSchedule(metadata)
  if (verb === 'reject') return drawRejection(metadata)
  if (content.length > maxText)
    return drawNotice('Edit post', 'This text is too long to edit in Slack. Edit it in Posthorn.')
  const chosen = targets.flatMap(({ accountId }) => accountId ?? [])
  return await prepareComposer(session, { text: content, profileId, postId, chosen })
}

/** Shows the composer of another profile, with the input so far. */
async function turnComposer(session: LinkedSession, { view }: Press, profileId: string | undefined): Promise<null> {
  if (!view || profileId === undefined) return null
  const text = view.state.values[fields.text]?.[fields.text]?.value ?? ''
  const drawn = await prepareComposer(session, { text, profileId })
  await session.client.call('views.update', { view_id: view.id, hash: view.hash, view: drawn })
  return null
}

/** Replaces the message with the button. On the home tab, the tab is drawn again. */
async function reply(session: Session, { response_url: url, container }: Press, answer: Message): Promise<void> {
  if (container.view_id !== undefined) return await showHome(session)
  if (url === undefined) return await write(session, answer)
  await session.client.respond(url, { replace_original: true, ...render(answer) })
}
