import { approvePost } from '#tasks/posts/approvals.ts'
import { deletePost } from '#tasks/posts/delete-post.ts'
import { retryPost } from '#tasks/posts/retry-post.ts'
import type { SlackInteraction } from '../inbound/readings.ts'
import { prepareComposer } from '../posts/compose.ts'
import { readPost } from '../posts/read-post.ts'
import { publish, schedule } from '../posts/send-out.ts'
import { showHome } from '../posts/show-home.ts'
import { findPlace } from '../session/profile.ts'
import { howToLink, isLinked, type LinkedSession, type Session } from '../session/session.ts'
import { explain, openModal, write } from '../session/tell.ts'
import { buttons, fields, subjectIn } from '../show/action-names.ts'
import { type SlackMessage, say } from '../show/blocks.ts'
import { drawNotice, drawRejection, drawSchedule } from '../show/composer.ts'
import { drawPost } from '../show/post-card.ts'

type Press = Extract<SlackInteraction, { readonly type: 'block_actions' }>

/** Does what a button says. The message with the button then shows the outcome. */
export async function handlePress(session: Session, press: Press): Promise<void> {
  const [action] = press.actions
  if (!action) return
  if (!isLinked(session)) return await reply(session, press, say(howToLink(session)))
  try {
    const answer = await perform(session, press, action)
    if (answer) await reply(session, press, answer)
  } catch (error) {
    await write(session, say(explain(error)))
  }
}

async function perform(
  session: LinkedSession,
  press: Press,
  { action_id: name, value, selected_option: chosen }: Press['actions'][number],
): Promise<SlackMessage | null> {
  const { api } = session.linked
  const id = subjectIn(value)
  switch (name) {
    case buttons.publish:
      return await publish(session, id, await zoneOf(session))
    case buttons.publishWarned:
      return await publish(session, id, await zoneOf(session), { confirmsWarnings: true })
    case buttons.scheduleWarned: {
      const [postId = '', at = ''] = id.split('/')
      return await schedule(session, postId, new Date(at), await zoneOf(session), { confirmsWarnings: true })
    }
    case buttons.retry:
      return drawPost(await retryPost.run(api, { post: id }), await zoneOf(session))
    case buttons.discard:
      await deletePost.run(api, { post: id })
      return say('The post is in the trash. It can be restored for 30 days, in Posthorn.')
    case buttons.approve: {
      const [postId = '', contentHash = ''] = id.split('/')
      await approvePost.run(api, { post: postId, contentHash })
      return drawPost(await readPost(api, postId), await zoneOf(session), 'You approved this post')
    }
    case buttons.refresh:
      await showHome(session)
      return null
    case fields.profile:
      await turnComposer(session, press, chosen?.value)
      return null
    case buttons.compose:
    case buttons.schedule:
    case buttons.edit:
    case buttons.reject:
      await openModal(session, press.trigger_id, await drawModal(session, name, id))
      return null
    default:
      // Slack also reports buttons that only open a link.
      return null
  }
}

const zoneOf = async (session: LinkedSession): Promise<string> => (await findPlace(session)).timezone

/** Draws the modal that a button opens. */
async function drawModal(session: LinkedSession, name: string, id: string) {
  if (name === buttons.compose) return await prepareComposer(session)
  const post = await readPost(session.linked.api, id)
  const { timezone } = await findPlace(session, post.profileId)
  const metadata = { profileId: post.profileId, timezone, postId: id }
  if (name === buttons.schedule) return drawSchedule(metadata)
  if (name === buttons.reject) return drawRejection(metadata)
  if (post.content.length > mostEditable)
    return drawNotice('Edit post', 'The text is longer than Slack can edit. Edit it in Posthorn.')
  const chosen = post.targets.flatMap(({ accountId }) => accountId ?? [])
  return await prepareComposer(session, { text: post.content, profileId: post.profileId, postId: id, chosen })
}

const mostEditable = 3_000

/** Shows the composer of another profile, with what was written so far. */
async function turnComposer(session: LinkedSession, { view }: Press, profileId: string | undefined): Promise<void> {
  if (!view || profileId === undefined) return
  const text = view.state.values[fields.text]?.[fields.text]?.value ?? ''
  const drawn = await prepareComposer(session, { text, profileId })
  await session.client.call('views.update', { view_id: view.id, hash: view.hash, view: drawn })
}

/** Puts an answer in the place of the message with the button. On the home tab, the tab is drawn again. */
async function reply(session: Session, { response_url: url, container }: Press, answer: SlackMessage): Promise<void> {
  if (container.view_id !== undefined) return await showHome(session)
  if (url === undefined) return await write(session, answer)
  await session.client.respond(url, { replace_original: true, ...answer })
}
