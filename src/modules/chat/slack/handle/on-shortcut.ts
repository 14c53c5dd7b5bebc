import type { SlackInteraction } from '../inbound/readings.ts'
import { prepareComposer } from '../posts/compose.ts'
import { howToLink, isLinked, type Session } from '../session/session.ts'
import { explain, openModal } from '../session/tell.ts'
import { shortcuts } from '../show/action-names.ts'
import { drawNotice } from '../show/composer.ts'
import { readText } from '../show/text.ts'

type Shortcut = Extract<SlackInteraction, { readonly type: 'shortcut' | 'message_action' }>

/** Opens the composer: empty, or with the words of the message. */
export async function handleShortcut(session: Session, shortcut: Shortcut): Promise<void> {
  const isOurs = Object.values<string>(shortcuts).includes(shortcut.callback_id)
  if (!isOurs) return
  const text = shortcut.type === 'message_action' ? readText(shortcut.message.text) : ''
  await openModal(session, shortcut.trigger_id, await draw(session, text))
}

async function draw(session: Session, text: string) {
  if (!isLinked(session)) return drawNotice('Posthorn', howToLink(session))
  try {
    return await prepareComposer(session, { text })
  } catch (error) {
    return drawNotice('Posthorn', explain(error))
  }
}
