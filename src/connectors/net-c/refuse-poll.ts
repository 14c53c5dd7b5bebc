import { MediaUnfit, type Outgoing } from '#connectors/connector.ts'
import { filesOf } from './plan.ts'
import { settingsOf } from './settings.ts'

/** LinkedIn has a poll or files in a post, not both. */
export function refusePollWithMedia(post: Outgoing): void {
  if (settingsOf(post.settings).poll && filesOf(post).length > 0)
    throw new MediaUnfit('LinkedIn shows a poll or pictures, not both. Leave out either.')
}
