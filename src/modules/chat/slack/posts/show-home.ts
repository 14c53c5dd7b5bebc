import { findPlace } from '../session/profile.ts'
import { howToLink, isLinked, type Session } from '../session/session.ts'
import { explain } from '../session/tell.ts'
import { drawHome, drawHomeOfStranger } from '../show/home.ts'
import { readDrafts, readQueue } from './lists.ts'

/** Shows the present home tab. */
export async function showHome(session: Session): Promise<void> {
  await session.client.call('views.publish', { user_id: session.slackId, view: await draw(session) })
}

async function draw(session: Session) {
  if (!isLinked(session)) return drawHomeOfStranger(howToLink(session))
  try {
    const place = await findPlace(session)
    const [queue, drafts] = [await readQueue(session, place), await readDrafts(session, place)]
    return drawHome({ profile: place.profile.name, timezone: place.timezone, queue, drafts })
  } catch (error) {
    return drawHomeOfStranger(explain(error))
  }
}
